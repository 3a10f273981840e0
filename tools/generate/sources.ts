// A source such as `SPEC 4.6, SERVICE A.5 [T], C [D]`: documents, their parts, and the marks of
// trust of each part.

interface Part {
  readonly document: string;
  readonly section: string;
  readonly marks: readonly string[];
}

/** Kinds of evidence; the first that a source has counts. */
const evidences = ['specified', 'observed', 'published', 'assumed'] as const;

/** Evidence of an answer, for a reader without the documents. */
export function renderEvidence(sources: readonly string[]): string {
  const found = new Set(sources.flatMap(parseSource).map(toEvidence));
  return evidences.filter((evidence) => found.has(evidence)).join(', ');
}

// Section I lists open questions. The marks T, R and Q mean observed answers.
function toEvidence({ document, section, marks }: Part): (typeof evidences)[number] {
  if (document === 'SPEC') return 'specified';
  if (section.startsWith('I')) return 'assumed';
  return marks.some((mark) => /^\[[TRQ]/.test(mark)) ? 'observed' : 'published';
}

/** Parts of a source. Throws for another form. */
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
