import { toSavedRelease, toSavedTemplate } from '../../../../engine/catalog/make-saved-catalog.ts';
import { openCatalog } from '../../../../engine/live/open-catalog.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import { formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import {
  type ConnectorRelease,
  findLatestRelease,
  type RemoteId,
  type TemplateItem,
} from '../../../../model/live/live.ts';
import type { SavedRelease, SavedTemplate } from '../../../../model/live/saved-catalog.ts';
import type { ServiceReader } from '../../../../model/ports.ts';

/** A template in full, and the releases of the connectors that it uses. */
export type TemplateOffer = {
  readonly template: SavedTemplate;
  /** By name of the connector, without methods. */
  readonly releases: ReadonlyMap<string, SavedRelease>;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/** Reads a template by its name: the two lists and one export. */
export async function readTemplate(
  reader: ServiceReader,
  name: string,
  templateIds: ReadonlyMap<string, RemoteId>,
): Promise<TemplateOffer | Refused> {
  const catalog = await openCatalog(reader, templateIds)(null);
  if (!catalog.ok) {
    const summary = `The catalog could not be read: ${formatFailure(catalog.failure)}`;
    return { refused: [reportError('unread', { summary })] };
  }
  const { templates, releases } = catalog.value;
  const [template, ...others] = templates.filter((each) => each.name === name);
  if (template === undefined) return { refused: [reportUnknown(name, templates)] };
  if (others.length > 0) return { refused: [reportSeveral(name, [template, ...others])] };
  const shape = await catalog.value.readTemplateShape(template.id);
  if (!shape.ok) {
    const summary = `Cannot read the template "${name}": ${formatFailure(shape.failure)}`;
    return { refused: [reportError('template-unread', { summary })] };
  }
  const used = new Set(shape.value.steps.flatMap(({ connectorName }) => connectorName ?? []));
  return {
    template: toSavedTemplate(template, shape.value, releases),
    releases: new Map(
      [...used].flatMap((connector) => {
        const release = selectRelease(connector, template, releases);
        return release === null
          ? []
          : [[connector, toSavedRelease(release, { methods: null })] as const];
      }),
    ),
  };
}

// The version that the template uses, if the catalog has it.
function selectRelease(
  connector: string,
  { connectors }: TemplateItem,
  releases: readonly ConnectorRelease[],
): ConnectorRelease | null {
  const named = releases.filter(({ name }) => name === connector);
  const versions = connectors.filter(({ name }) => name === connector).map((each) => each.version);
  const used = named.filter(({ version }) => versions.includes(version));
  return findLatestRelease(used) ?? findLatestRelease(named);
}

function reportUnknown(name: string, templates: readonly TemplateItem[]): Diagnostic {
  const names = templates.map((each) => each.name);
  return reportError('template-unknown', {
    summary: `The service has no published template "${name}"`,
    remedy: formatNearest(name, names) ?? 'The service has no templates.',
  });
}

function reportSeveral(name: string, found: readonly TemplateItem[]): Diagnostic {
  return reportError('template-ambiguous', {
    summary: `${found.length} templates have the name "${name}"`,
    detail: found
      .map(({ id, tags }) => `${id} with the tags ${tags.join(', ') || '(none)'}`)
      .join('; '),
    remedy: 'Rename all but one of them in the console.',
  });
}
