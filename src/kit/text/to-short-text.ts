/** The text, or its beginning and `…` when it is longer than `most` UTF-16 units; no pair is cut in two. */
export function toShortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
