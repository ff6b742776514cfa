/* SPDX-License-Identifier: MIT */

/* What JSON.parse does not tell of a text that it takes. */
export function factsOf(text) {
  const facts = { twice: false, depth: 0, tokens: 0, strings: [], numbers: [] };
  const open = []; /* of each container around: its path, and the names seen if it is an object */
  let name = null;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const around = open[open.length - 1];
    const path = around ? `${around.path}/${name ?? ""}` : "";
    if (token === "}" || token === "]") open.pop();
    else if (token === "," || token === ":") continue;
    else if (around?.names && name === null) {
      name = JSON.parse(token);
      facts.tokens++;
      facts.strings.push(name);
      facts.twice ||= around.names.has(name);
      around.names.add(name);
      continue;
    } else {
      facts.tokens++;
      if (token === "{" || token === "[") open.push({ path, names: token === "{" ? new Set() : null });
      else if (token[0] === '"') facts.strings.push(JSON.parse(token));
      else facts.numbers.push([path, token]);
      facts.depth = Math.max(facts.depth, open.length);
    }
    name = null;
  }
  return facts;
}
