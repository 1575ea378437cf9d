using namespace std;

int main() {
    vector<int> xs = {1, 2, 3};
    return 0;
}
