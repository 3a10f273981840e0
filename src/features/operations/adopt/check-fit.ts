import type { BoundCycle } from '../../../model/desired/bound.ts';
import type { DesiredConnector } from '../../../model/desired/desired.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { LiveConnector, LiveCycle, TemplateItem } from '../../../model/live/live.ts';

/** Live object, and the entry to bind it to. */
export type BindingCandidate =
  | { readonly live: LiveConnector; readonly desired: DesiredConnector }
  | {
      readonly live: LiveCycle;
      readonly bound: BoundCycle;
      readonly templates: readonly TemplateItem[];
    };

/**
 * Refuses an object with another connector, version or template than the entry, because no apply
 * can change those.
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
    const summary = `"${live.name}" (${live.id}) is a "${live.release.name}", but the entry declares "${name}"`;
    return { ...head, summary };
  }
  if (version === null || live.release.version === version) return null;
  const installed = live.release.version ?? '';
  return {
    ...head,
    summary: `"${live.name}" (${live.id}) is "${name}" version "${installed}", but the entry declares "${version}"`,
    remedy:
      'An installed connector keeps its version. Write that version in the entry, or remove the version.',
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
  return reportError('adopt-not-fitting', {
    summary: `"${live.name}" (${live.id}) is made from ${formatTemplate(live, name)}, but the entry from ${formatSource(source)}`,
    at: desired.origin.at,
    address: desired.address,
  });
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
