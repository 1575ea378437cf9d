// Searches the names of SEARCH_INDEX, folds the side bar on small screens, and switches between light and dark.
"use strict";

const input = document.getElementById("search");
const results = document.getElementById("results");
const LIMIT = 40;
let chosen = 0;

function isSubsequence(wanted, text) {
  let at = 0;
  for (const letter of text) if (letter === wanted[at]) at++;
  return at === wanted.length;
}

// Every word of a search must match. Lower is better; -1 is no match. Exact names come first, then beginnings, parts, and scattered letters.
function rank(wanted, row) {
  const name = row[0].toLowerCase();
  const qualified = row[1].toLowerCase();
  if (name === wanted) return 0;
  if (qualified.endsWith("." + wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (name.includes(wanted)) return 3;
  if (qualified.includes(wanted)) return 4;
  if (row[4].toLowerCase().includes(wanted)) return 5;
  return wanted.length > 2 && isSubsequence(wanted, name) ? 6 : -1;
}

function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = [];
  for (const row of SEARCH_INDEX) {
    const orders = words.map((word) => rank(word, row));
    if (orders.includes(-1)) continue;
    found.push([Math.max(...orders), row[0].length, row[1].length, row]);
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return found.slice(0, LIMIT).map((item) => item[3]);
}

function show(rows) {
  results.replaceChildren();
  for (const [, qualified, kind, address, summary] of rows) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = qualified;
    const note = document.createElement("small");
    note.textContent = kind + (summary ? " · " + summary : "");
    link.append(note);
    const item = document.createElement("li");
    item.append(link);
    results.append(item);
  }
  results.hidden = rows.length === 0;
  choose(0);
}

function choose(number) {
  const items = results.children;
  if (items.length === 0) return;
  chosen = (number + items.length) % items.length;
  for (const item of items) item.classList.remove("chosen");
  items[chosen].classList.add("chosen");
  items[chosen].scrollIntoView({ block: "nearest" });
}

input.addEventListener("input", () => show(find(input.value)));
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter" && !results.hidden) results.children[chosen].firstChild.click();
  else if (event.key === "Escape") results.hidden = true;
  else return;
  event.preventDefault();
});
results.addEventListener("click", () => { results.hidden = true; });
document.addEventListener("click", (event) => {
  if (!event.target.closest("header")) results.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
});

function remembered() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("theme", theme); } catch { /* pages opened from disk may have no storage */ }
}

if (remembered()) document.documentElement.dataset.theme = remembered();
document.getElementById("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(dark ? "light" : "dark");
});

if (matchMedia("(max-width: 50rem)").matches) document.getElementById("menu").open = false;
