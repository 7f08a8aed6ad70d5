import type { ToolContext } from "@helve/core";
import { ToolError } from "@helve/tool";
import {
  base64Bytes,
  type GuardedFetchOptions,
  guardedFetch,
  sessionSandbox,
  statusError,
} from "@helve/toolkits/internal";
import { type ImageSize, imageSize } from "./image-size.ts";

/**
 * Reads an image: a data URL, an address on the web, or a file of the sandbox.
 *
 * @throws ToolError if it is no image that presentations can have, or its address may not be fetched
 * @throws HttpError if it can't be fetched; SandboxError if the file can't be read
 */
export async function loadImage(image: string, context: ToolContext, options: GuardedFetchOptions): Promise<Image> {
  const bytes = await readImage(image.trim(), context, options);
  const size = imageSize(bytes);
  if (size === undefined) {
    throw new ToolError(`"image" must be a PNG, JPEG or GIF image: ${shortened(image)} is none`);
  }
  return { ...size, bytes };
}

/** An image of a page. */
export interface Image extends ImageSize {
  readonly bytes: Uint8Array;
}

async function readImage(image: string, context: ToolContext, options: GuardedFetchOptions): Promise<Uint8Array> {
  if (image === "") throw new ToolError('"image" must be a file or a URL of an image');
  if (/^data:/i.test(image)) return dataUrlBytes(image);
  if (!/^[a-z][a-z0-9+.-]+:/i.test(image)) {
    return (await sessionSandbox(context)).readBytes(image, { signal: context.signal });
  }
  const response = await guardedFetch(image, { headers: { accept: "image/*" }, signal: context.signal }, options);
  if (response.status !== 200) throw statusError(new URL(response.url).host, response);
  return response.bytes;
}

/** The bytes of a `data:` URL, which is at most 5 MiB. */
function dataUrlBytes(url: string): Uint8Array {
  const [, base64] = /^data:[^,]*;base64,([\sA-Za-z0-9+/_=-]*)$/i.exec(url) ?? [];
  if (base64 === undefined) throw new ToolError('A data URL in "image" must have the form data:image/png;base64,…');
  if (base64.length > 7_000_000) throw new ToolError('A data URL in "image" may have 5 MiB at most');
  try {
    return base64Bytes(base64.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new ToolError('A data URL in "image" must contain valid base64');
  }
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
