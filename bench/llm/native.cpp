// llama.cpp built for this machine: tokens a second of prompts and of decoding, for 1, 8 and 32 texts at once, the best of some rounds.
//
//     L=llama.cpp; B=$L/build  # static libraries: -DBUILD_SHARED_LIBS=OFF
//     LIBRARIES="$B/src/libllama.a $B/ggml/src/libggml.a $B/ggml/src/libggml-cpu.a $B/ggml/src/libggml-base.a -fopenmp -ldl"
//     c++ -std=c++17 -O2 -I $L/include -I $L/ggml/include bench/llm/native.cpp -o native $LIBRARIES
//     ./native MODEL.gguf THREADS ROUNDS [f32]
//
// `f32` is the element type of the cache, else it is f16. llama.cpp is the one in the source package of llama-cpp-python (vendor/llama.cpp), built
// with `cmake -B build -DGGML_NATIVE=ON`: packages that are built for all machines lack the instructions for dot products and are 3 to 5 times slower.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "llama.h"

static const int BATCH = 512;

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void say_nothing(ggml_log_level, const char *, void *) {}

static void put(llama_batch &batch, int place, int token, int position, int text, bool is_asked) {
    batch.token[place] = token;
    batch.pos[place] = position;
    batch.n_seq_id[place] = 1;
    batch.seq_id[place][0] = text;
    batch.logits[place] = is_asked;
}

static void decode(llama_context *context, llama_batch &batch, int count) {
    batch.n_tokens = count;
    if (llama_decode(context, batch)) {
        fprintf(stderr, "llama_decode failed\n");
        exit(1);
    }
}

struct Speeds {
    double prompt = 0, step = 0;
};

static Speeds round_of(llama_context *context, int texts, int prompt, int steps) {
    llama_memory_clear(llama_get_memory(context), true);
    llama_batch batch = llama_batch_init(BATCH, 0, 1);
    double begin = now();
    for (int text = 0; text < texts; text++) {
        for (int i = 0; i < prompt; i++) put(batch, i, 100 + (i * 37 + text) % 40000, i, text, i == prompt - 1);
        decode(context, batch, prompt);
    }
    llama_synchronize(context);
    double middle = now();
    for (int step = 0; step < steps; step++) {
        for (int text = 0; text < texts; text++) put(batch, text, 200 + (step * 31 + text) % 40000, prompt + step, text, true);
        decode(context, batch, texts);
    }
    llama_synchronize(context);
    double end = now();
    llama_batch_free(batch);
    return {texts * prompt / (middle - begin), texts * steps / (end - middle)};
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "native MODEL.gguf THREADS ROUNDS [f32]\n");
        return 1;
    }
    llama_log_set(say_nothing, nullptr);
    llama_backend_init();
    llama_model *model = llama_model_load_from_file(words[1], llama_model_default_params());
    if (!model) {
        fprintf(stderr, "%s is no model that llama.cpp reads\n", words[1]);
        return 1;
    }
    const int cases[][3] = {{1, 512, 32}, {1, 32, 32}, {8, 32, 16}, {32, 16, 16}};  // texts, tokens of a prompt, steps
    for (auto &[texts, prompt, steps] : cases) {
        llama_context_params params = llama_context_default_params();
        params.n_ctx = texts * 640;
        params.n_batch = params.n_ubatch = BATCH;
        params.n_seq_max = texts;
        params.n_threads = params.n_threads_batch = atoi(words[2]);
        params.type_k = params.type_v = count > 4 && !strcmp(words[4], "f32") ? GGML_TYPE_F32 : GGML_TYPE_F16;
        llama_context *context = llama_init_from_model(model, params);
        Speeds best;
        for (int i = 0; i < atoi(words[3]); i++) {
            Speeds found = round_of(context, texts, prompt, steps);
            best = {std::max(best.prompt, found.prompt), std::max(best.step, found.step)};
        }
        printf("%s, %d texts after %d tokens: prompts %.1f tokens/s, decoding %.1f\n", words[1], texts, prompt, best.prompt, best.step);
        fflush(stdout);
        llama_free(context);
    }
}
