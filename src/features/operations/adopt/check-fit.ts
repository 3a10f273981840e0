import type { BoundCycle } from '../../../model/desired/bound.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveConnector, LiveCycle, TemplateItem } from '../../../model/live/live.ts';

/** What is there, next to the entry that it shall be bound to. */
export type BindingCandidate =
  | { readonly live: LiveConnector; readonly desired: DesiredConnector }
  | {
      readonly live: LiveCycle;
      readonly bound: BoundCycle;
      readonly templates: readonly TemplateItem[];
    };

/**
 * What speaks against taking an object for that of an entry: another connector, another version than the entry
 * writes, or another template. None of them can be changed on what exists, so that no apply could bring the two
 * together.
 */
export function checkFit(fit: BindingCandidate): Diagnostic | null {
  return 'bound' in fit
    ? checkCycle(fit.live, fit.bound, fit.templates)
    : checkConnector(fit.live, fit.desired);
}

function checkConnector(
  live: LiveConnector,
  { address, connector }: DesiredConnector,
): Diagnostic | null {
  const { name, version, at } = connector;
  const head = { code: 'adopt-not-fitting', severity: 'error', at, address } as const;
  if (live.release.name !== name) {
    const summary = `"${live.name}" (${live.id}) is a "${live.release.name}", and the entry is a "${name}"`;
    return { ...head, summary };
  }
  if (version === null || live.release.version === version) return null;
  const installed = live.release.version ?? '';
  return {
    ...head,
    summary: `"${live.name}" (${live.id}) is "${name}" of the version "${installed}", and the entry says "${version}"`,
    remedy:
      'What is installed keeps its version: write that one in the entry, or leave the version out.',
  };
}

function checkCycle(
  live: LiveCycle,
  { desired, source }: BoundCycle,
  templates: readonly TemplateItem[],
): Diagnostic | null {
  if (source.kind === 'no-template') return source.refusal;
  if (live.templateId === source.id) return null;
  const name = templates.find(({ id }) => id === live.templateId)?.name;
  return {
    code: 'adopt-not-fitting',
    severity: 'error',
    summary: `"${live.name}" (${live.id}) is made from ${formatTemplate(live, name)}, and the entry from ${formatSource(source)}`,
    at: desired.origin.at,
    address: desired.address,
  };
}

function formatSource(source: Exclude<BoundCycle['source'], { kind: 'no-template' }>): string {
  return source.kind === 'file'
    ? `the file ${source.loaded.path}`
    : `"${source.name}" (${source.id})`;
}

function formatTemplate({ templateId }: LiveCycle, name: string | undefined): string {
  if (templateId === null) return 'no template';
  return name === undefined
    ? `the template ${templateId}, which the service does not list`
    : `"${name}" (${templateId})`;
}
