// A source is written as people say it, such as `SPEC 4.6, SERVICE A.5 [T], C [D]`: documents, each
// with its parts, each part with its marks of trust.

interface Part {
  readonly document: string;
  readonly section: string;
  readonly marks: readonly string[];
}

/** Several sources as one: each document and part once, with all marks that it has anywhere. */
export function mergeSources(sources: readonly string[]): string {
  const parts = sources.flatMap(parseSource);
  const documents = ['SPEC', 'SERVICE'].filter((name) =>
    parts.some(({ document }) => document === name),
  );
  return documents
    .map((name) => {
      const own = parts.filter(({ document }) => document === name);
      const sections = [...new Set(own.map(({ section }) => section))].toSorted(compareSections);
      return `${name} ${sections.map((section) => renderPart(section, own)).join(', ')}`;
    })
    .join('; ');
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

function renderPart(section: string, parts: readonly Part[]): string {
  const marks = parts.filter((part) => part.section === section).flatMap((part) => part.marks);
  const shown = [...new Set(marks)].toSorted().join('');
  return shown === '' ? section : `${section} ${shown}`;
}

function compareSections(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
