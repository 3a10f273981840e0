const utf8 = new TextDecoder();

/** Reads a body as UTF-8; undefined if it exceeds the number of bytes, with the rest unread. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > mostBytes) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return utf8.decode(Buffer.concat(chunks));
}
