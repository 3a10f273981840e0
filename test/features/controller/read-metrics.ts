/** A metric of a scrape. */
export type Scraped = {
  readonly help: string;
  readonly type: string;
  /** Values by labels, as they are written; of a histogram also `_bucket`, `_sum` and `_count`. */
  readonly samples: ReadonlyMap<string, number>;
};

/** Reads the text of a scrape, strictly: a line that is none of the format fails. */
export function readMetrics(text: string): ReadonlyMap<string, Scraped> {
  const found = new Map<string, Scraped & { readonly samples: Map<string, number> }>();
  let last = '';
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const head = /^# (HELP|TYPE) ([a-z_]\w*) (.+)$/.exec(line);
    if (head !== null) {
      const [, kind, name = '', rest = ''] = head;
      const before = found.get(name);
      if (kind === 'HELP') found.set(name, { help: rest, type: '', samples: new Map() });
      else if (before !== undefined) found.set(name, { ...before, type: rest });
      last = name;
      continue;
    }
    const sample = /^([a-z_]\w*)((?:\{.*\})?) (-?[\d.e+-]+|Nan|[+-]Inf)$/.exec(line);
    const [, name = '', labels = '', value = ''] = sample ?? [];
    const metric = found.get(last);
    const suffix = name.slice(last.length);
    if (
      metric === undefined ||
      !name.startsWith(last) ||
      !/^(?:|_bucket|_sum|_count)$/.test(suffix)
    )
      throw new Error(`no sample: ${line}`);
    metric.samples.set(`${suffix}${labels}`, Number(value.replace('Inf', 'Infinity')));
  }
  return found;
}
