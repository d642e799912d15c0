import { extname, join, resolve, sep } from "node:path";
import type { Cell } from "../ipynb.ts";
import { decoded } from "./decoded.ts";
import type { FindImage, ImageData } from "./images.ts";

const types: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
};

/**
 * Finds the images that a cell names: its attachments, and image files in the root folder or below.
 * A file elsewhere, also one that a link inside leads to, is not taken: a notebook from somebody
 * else could ask for private ones.
 *
 * @param folder From which addresses count; null takes no files.
 */
export function cellImages(
  cell: Cell,
  folder: string | null,
  root: string | null = folder,
): FindImage {
  const attachments = cell.cell_type === "code" ? undefined : cell.attachments;
  return async (address) => {
    if (address.startsWith("attachment:")) {
      return attached(attachments?.[decoded(address.slice("attachment:".length))]);
    }
    const type = types[extname(address).toLowerCase()];
    if (
      folder === null || root === null || type === undefined ||
      /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
    ) {
      return null;
    }
    try {
      const path = await Deno.realPath(join(resolve(folder), decodeURIComponent(address)));
      if (!path.startsWith(await Deno.realPath(root) + sep)) return null;
      return { type, base64: (await Deno.readFile(path)).toBase64() };
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof URIError) return null;
      throw error;
    }
  };
}

function attached(bundle: Record<string, unknown> | undefined): ImageData | null {
  const [type, content] =
    Object.entries(bundle ?? {}).find(([type]) => Object.values(types).includes(type)) ?? [];
  if (type === undefined || typeof content !== "string") return null;
  return {
    type,
    base64: type === "image/svg+xml" && content.includes("<")
      ? new TextEncoder().encode(content).toBase64()
      : content,
  };
}
