import { formatNearest, listNearest } from '../../kit/text/nearest.ts';
import type { BoundCycle, CycleSource } from '../../model/desired/bound.ts';
import { toStructureDigest } from '../../model/desired/cycle-file/cycle-structure.ts';
import type { CycleOrigin, DesiredCycle } from '../../model/desired/desired.ts';
import { type Refusal, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { UnknownName } from '../../model/diff/unresolved-name.ts';
import type { TemplateItem } from '../../model/live/live.ts';
import type { Catalog } from '../../model/live/reading.ts';

type FromTemplate = Extract<CycleOrigin, { readonly kind: 'template' }>;
type FromFile = Extract<CycleOrigin, { readonly kind: 'file' }>;

type Offered = Pick<Catalog, 'templates' | 'areTemplatesListed'>;

/** Binds each desired cycle to its template. An existing cycle is read without it. */
export function bindCycles(
  desired: ReadonlyMap<string, DesiredCycle>,
  offered: Offered,
): readonly BoundCycle[] {
  return [...desired.values()].map((cycle) => {
    const { origin } = cycle;
    return origin.kind === 'file'
      ? { desired: cycle, source: toFileSource(cycle, origin) }
      : bindTemplate(cycle, origin, offered);
  });
}

function bindTemplate(
  cycle: DesiredCycle,
  origin: FromTemplate,
  { templates, areTemplatesListed }: Offered,
): BoundCycle {
  const found = findTemplates(origin, { templates, areTemplatesListed });
  const [template] = found;
  if (template !== undefined && found.length === 1) {
    const { id, name } = template;
    return { desired: cycle, source: { kind: 'template', id, name } };
  }
  const refusal = !areTemplatesListed
    ? reportUnlisted(cycle, origin)
    : found.length === 0
      ? reportNone(cycle, origin, templates)
      : reportSeveral(cycle, origin, found);
  const { template: name } = origin;
  const near = listNearest(
    name,
    templates.map((each) => each.name),
  );
  const isSeveral = found.length > 1;
  const lost: UnknownName = { thing: 'template', name, step: null, isSeveral, near };
  return {
    desired: cycle,
    source: {
      kind: 'no-template',
      id: null,
      name,
      refusal,
      lost: areTemplatesListed ? lost : null,
    },
  };
}

function toFileSource({ address, name }: DesiredCycle, { loaded, path }: FromFile): CycleSource {
  if (loaded === null) throw new Error(`${path} of ${address} was not read`);
  return { kind: 'file', id: null, name, loaded, structure: toStructureDigest(loaded.file) };
}

// A template with an id in the environment needs no tag to be unique.
function findTemplates(
  { template: name, tag }: FromTemplate,
  { templates, areTemplatesListed }: Offered,
): TemplateItem[] {
  return templates.filter(
    (template) =>
      template.name === name &&
      (tag === null || !areTemplatesListed || template.tags.includes(tag)),
  );
}

function reportNone(
  cycle: DesiredCycle,
  { template: name, tag, at }: FromTemplate,
  templates: readonly TemplateItem[],
): Refusal {
  const named = templates.filter((template) => template.name === name);
  const tags = [...new Set(named.flatMap((template) => template.tags))];
  return reportError('template-unknown', {
    summary:
      tag === null || named.length === 0
        ? `The service has no published template "${name}"`
        : `No template "${name}" has the tag "${tag}"`,
    at,
    address: cycle.address,
    remedy: named.length > 0 ? formatTags(tags) : formatTemplates(name, templates),
  });
}

function reportUnlisted({ address }: DesiredCycle, origin: FromTemplate): Refusal {
  return reportError('template-unknown', {
    summary: `The service does not list templates, and the environment has no id for "${origin.template}"`,
    at: origin.at,
    address,
    remedy: `Write the id in cyclectl.yaml: spec.environments.NAME.templates: {"${origin.template}": ID}.`,
  });
}

function formatTags(tags: readonly string[]): string {
  return tags.length === 0
    ? 'It has no tags: remove the tag.'
    : `Its tags: ${tags.map((item) => `"${item}"`).join(', ')}.`;
}

function formatTemplates(name: string, templates: readonly TemplateItem[]): string {
  const names = templates.map((template) => template.name);
  return formatNearest(name, names) ?? 'The service has no templates.';
}

function reportSeveral(
  cycle: DesiredCycle,
  origin: FromTemplate,
  found: readonly TemplateItem[],
): Refusal {
  return reportError('template-ambiguous', {
    summary: `${found.length} templates have the name "${origin.template}"`,
    at: origin.at,
    address: cycle.address,
    detail: found
      .map((item) => `${item.id} with the tags ${item.tags.join(', ') || '(none)'}`)
      .join('; '),
    remedy: 'Choose one by a tag that only it has: from: {template: NAME, tag: TAG}.',
  });
}
