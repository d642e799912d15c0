import { UserError } from "../base/errors.ts";
import type { PlannedModel } from "../record/plan.ts";
import type { Server, SettingCheck } from "../record/record.ts";

type Planned = Pick<PlannedModel, "id" | "name" | "file">;

/**
 * The name that requests to a running server must use for a planned model: the only one it lists,
 * else the one that is the plan's id, name or file. Null when it lists none.
 *
 * @throws {UserError} When it lists several and none of them is the plan's.
 */
export function attachedModelName(listed: readonly string[], planned: Planned): string | null {
  if (listed.length <= 1) return listed[0] ?? null;
  const found = listed.find((name) => isModel(name, planned));
  if (found !== undefined) return found;
  throw new UserError(
    `Cannot measure ${planned.id}: the server lists ${listed.length} models, and none of them is ` +
      `called ${planned.id}, ${planned.name} or ${planned.file}.`,
    { advice: `Give the plan's model the "name" of one of them: ${listed.join(", ")}.` },
  );
}

/**
 * Holds the file that a running server says it has loaded against the planned one. A server that
 * tells none may call its model by any name: only the plan's own confirms it.
 *
 * @param name What requests call the model; null when the server lists none.
 */
export function checkAttachedModel(
  props: Server["props"],
  name: string | null,
  planned: Planned,
): SettingCheck {
  const check = (
    found: string | null,
    source: string | null,
    otherwise: "different" | "unverified",
  ) => ({
    setting: "model",
    planned: planned.file,
    found,
    source,
    verdict: found !== null && isModel(found, planned) ? "equal" as const : otherwise,
  });
  const path = (props as { model_path?: unknown } | null)?.model_path;
  if (typeof path === "string" && path !== "") {
    return check(baseName(path), "/props model_path", "different");
  }
  if (name === null) return check(null, null, "unverified");
  return check(baseName(name), "/v1/models id", "unverified");
}

/** By the last part of its path; the first part of a split file is the file. */
function isModel(name: string, { id, name: title, file }: Planned): boolean {
  const base = baseName(name).replace(/-00001-of-\d{5}(?=\.gguf$)/, "");
  return [name, base].some((each) => each === id || each === title || each === file);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1)!;
}
