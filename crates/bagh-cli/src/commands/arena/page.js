const select = document.getElementById("games");
const place = document.getElementById("replay");
GAMES.games.forEach((game, number) => select.add(new Option(`${number + 1}. ${game.title}`, String(number))));

function draw(game, at) {
  const { points, lines } = GAMES.boards[game.rules];
  const ply = game.plies[at];
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const box = [Math.min(...xs) - 0.6, Math.min(...ys) - 0.6, Math.max(...xs) - Math.min(...xs) + 1.2, Math.max(...ys) - Math.min(...ys) + 1.2];
  const path = (line) => line.slice(1).map((p, i) => {
    const [a, b] = [points[line[i]], points[p]];
    return `<line x1="${a[0]}" y1="${a[1]}" x2="${b[0]}" y2="${b[1]}"/>`;
  }).join("");
  const piece = (what, i) => what === "." ? "" :
    `<circle cx="${points[i][0]}" cy="${points[i][1]}" r="0.28" fill="${what === "T" ? "#c60" : "#58a"}" stroke="#222" stroke-width="0.03"/>` +
    `<text x="${points[i][0]}" y="${points[i][1] + 0.12}" font-size="0.35" text-anchor="middle" style="fill:#fff">${what}</text>`;
  place.replaceChildren();
  place.insertAdjacentHTML("beforeend", `<svg viewBox="${box.join(" ")}" role="img">${lines.map(path).join("")}${[...ply.board].map(piece).join("")}</svg>`);
  const text = document.createElement("p");
  text.textContent = at === 0 ? `start, ${game.plies.length - 1} plies` : `ply ${at}: ${ply.move} ${ply.note ? `(${ply.note})` : ""}`;
  const button = (label, name, to) => {
    const made = document.createElement("button");
    made.textContent = label;
    made.setAttribute("aria-label", name);
    made.disabled = to < 0 || to >= game.plies.length;
    made.onclick = () => draw(game, to);
    return made;
  };
  place.append(button("|<", "first", 0), button("<", "back", at - 1), button(">", "forward", at + 1), button(">|", "last", game.plies.length - 1), text);
}

const show = () => GAMES.games.length > 0 && draw(GAMES.games[Number(select.value)], 0);
select.onchange = show;
show();
