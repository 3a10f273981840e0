/**
 * The same function with its answers kept by text: the words of a fleet are the same in many accounts.
 * Keeps as many as `most`, of texts of at most 200 characters.
 */
export function withRememberedAnswers<T>(
  ask: (text: string) => T,
  most: number,
): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const isKept = answers.size < most && text.length <= longestKept;
    // A copy, because V8 keeps a whole file in memory for a piece of its text.
    const own = isKept ? structuredClone(text) : text;
    const answer = ask(own);
    if (isKept) answers.set(own, answer);
    return answer;
  };
}

const longestKept = 200;
