/* SPDX-License-Identifier: MIT */
/* All that can be taken out of a schema, so that a test can tell what nothing depends on. */

const annotations = ["$schema", "$id", "title", "description"];

/* Paths to all that can be taken out of a schema. `isSchema`: its keys are keywords, not names or list elements. */
export function* partsOf(node, isSchema = true, path = []) {
  for (const [key, value] of Object.entries(node)) {
    const beside = isSchema && key === "type" && (node.enum || node.$ref); /* says it again, for strict mode */
    if ((isSchema && annotations.includes(key)) || beside || value === true) continue;
    yield [...path, key];
    if (value !== null && typeof value === "object" && key !== "const")
      yield* partsOf(
        value,
        !(isSchema && ["properties", "$defs", "required", "enum", "allOf", "anyOf"].includes(key)),
        [...path, key],
      );
  }
}

export function withoutPart(schema, path) {
  const copy = structuredClone(schema);
  const last = path[path.length - 1];
  const holder = path.slice(0, -1).reduce((node, key) => node[key], copy);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}
