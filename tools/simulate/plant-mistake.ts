import { registerHooks } from 'node:module';
import { mistakes } from './mistakes.ts';

/**
 * Loads the engine with a mistake: replaces a source text. Throws unless the text occurs exactly
 * once, so that an outdated mistake is noticed.
 */
export function plantMistake(name: string): void {
  const mistake = mistakes.find((each) => each.name === name);
  if (mistake === undefined) throw new Error(`Unknown mistake ${name}`);
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
