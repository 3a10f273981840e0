// A source is written as people say it, such as `SPEC 4.6, SERVICE A.5 [T], C [D]`: documents, each
// with its parts, each part with its marks of trust.

interface Part {
  readonly document: string;
  readonly section: string;
  readonly marks: readonly string[];
}

/** How it is known what the service does: the best of these that a source has comes first. */
const evidences = ['specified', 'observed', 'published', 'assumed'] as const;

/** What the sources of an answer come to for a reader, who has none of the documents. */
export function renderEvidence(sources: readonly string[]): string {
  const found = new Set(sources.flatMap(parseSource).map(toEvidence));
  return evidences.filter((evidence) => found.has(evidence)).join(', ');
}

// Section I has what no source settles. The marks T, R and Q are for what the service was seen to answer.
function toEvidence({ document, section, marks }: Part): (typeof evidences)[number] {
  if (document === 'SPEC') return 'specified';
  if (section.startsWith('I')) return 'assumed';
  return marks.some((mark) => /^\[[TRQ]/.test(mark)) ? 'observed' : 'published';
}

/** The parts of a source. Throws where it is not written as above. */
function parseSource(source: string): readonly Part[] {
  let document = '';
  return source.split(', ').map((text) => {
    const [, name, section, marks] =
      /^(?:(SPEC|SERVICE) )?([A-IL](?:\.\d+)?|\d+(?:\.\d+)?)((?: ?\[[A-Z]\d?\])*)$/.exec(text) ??
      [];
    document = name ?? document;
    if (section === undefined || document === '') {
      throw new Error(`'${text}' of the source '${source}' is no part of SPEC or SERVICE.`);
    }
    return { document, section, marks: marks?.match(/\[[^\]]+\]/g) ?? [] };
  });
}
