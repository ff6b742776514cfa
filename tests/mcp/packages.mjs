/* SPDX-License-Identifier: MIT */
/* Packages that tests/tools/npm.sh put in build/mcp, and where things are. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const load = createRequire(`${root}/build/mcp/package.json`);
