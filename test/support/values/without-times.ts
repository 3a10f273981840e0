/** A text of the program without what another run has otherwise: how long it took, and what bounded that. */
export function withoutTimes(text: string): string {
  return text.replaceAll(
    /(\d+\s+requests?,\s+)\d+(?:\.\d+)?\s+(?:s|min|h)\b(?:,\s+bounded[\s\S]*?)?(?=\.(?:\s|$))/g,
    '$1N s',
  );
}
