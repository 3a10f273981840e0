import { registerHooks } from 'node:module';

/** A mistake: source texts that are replaced. */
export type Planted = {
  readonly name: string;
  readonly edits: readonly {
    /** Path in src. */
    readonly file: string;
    readonly from: string;
    readonly to: string;
  }[];
};

/**
 * Loads the program with a mistake. Throws unless each text occurs exactly once, so that an outdated
 * mistake is noticed.
 */
export function plantEdits({ name, edits: all }: Planted): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const edits = all.filter(({ file }) => url.endsWith(`/src/${file}`));
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
