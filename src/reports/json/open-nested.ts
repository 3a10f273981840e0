type Text = string | Iterable<string> | AsyncIterable<string>;

/** Documents that are printed as one, each as it comes. */
type Nested = {
  readonly add: (document: Text) => Promise<void>;
  readonly isEmpty: () => boolean;
  readonly end: () => Promise<void>;
};

/** Opens a document for several: each is the last part of the one before, by this name. */
export function openNested(name: string, print: (text: Text) => Promise<void>): Nested {
  let open = 0;
  return {
    add: async (document) => {
      const head = open === 0 ? '' : `,\n${JSON.stringify(name)}:`;
      open += 1;
      await print(formatWithoutEnd(head, document));
    },
    isEmpty: () => open === 0,
    end: async () => {
      if (open > 0) await print(`${'}'.repeat(open)}\n`);
    },
  };
}

const end = '}\n';

async function* formatWithoutEnd(head: string, document: Text): AsyncGenerator<string, void> {
  yield head;
  let last = '';
  for await (const piece of typeof document === 'string' ? [document] : document) {
    yield last;
    last = piece;
  }
  if (!last.endsWith(end)) throw new Error('A document has no end');
  yield last.slice(0, -end.length);
}
