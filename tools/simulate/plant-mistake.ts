import { registerHooks } from 'node:module';
import { mistakes } from './mistakes.ts';

/**
 * Lets the engine be loaded with a mistake: a text of its source is replaced while it is read. Throws where the text
 * does not stand there exactly once, so that a mistake which fits no longer is noticed.
 */
export function plantMistake(name: string): void {
  const mistake = mistakes.find((each) => each.name === name);
  if (mistake === undefined) throw new Error(`There is no mistake ${name}`);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const edits = mistake.edits.filter(({ file }) => url.endsWith(`/src/${file}`));
      if (edits.length === 0) return loaded;
      let text = String(loaded.source);
      for (const { file, from, to } of edits) {
        const count = text.split(from).length - 1;
        if (count !== 1) throw new Error(`${name}: src/${file} has this ${count} times: ${from}`);
        text = text.replace(from, () => to);
      }
      return { ...loaded, source: text };
    },
  });
}
