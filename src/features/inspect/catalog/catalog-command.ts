import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { defaultColumns } from '../../../app/output/terminal.ts';
import { openCallPorts } from '../../../app/ports/open-ports.ts';
import { withEnvironment } from '../../../app/project/open-project.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { CatalogSearch } from './catalog-result.ts';
import { formatCatalogText, listCatalogRows } from './format-catalog-text.ts';
import { type CatalogQuery, readCatalog } from './read-catalog.ts';
import { formatFragment, formatTemplateJson } from './template/format-fragment.ts';
import { readTemplate } from './template/read-template.ts';

export type CatalogOptions = GlobalOptions & { readonly search?: string };

/** `cyclectl catalog connectors`: lists connectors that can be installed. */
export function runCatalogConnectors(
  context: CommandContext,
  options: CatalogOptions,
): Promise<ExitCode> {
  return printCatalog(context, options, { kind: 'connectors', search: options.search ?? null });
}

/**
 * `cyclectl catalog methods CONNECTOR`: lists the methods of a connector, with the names that a
 * manifest uses.
 */
export function runCatalogMethods(
  context: CommandContext,
  options: CatalogOptions & { readonly connector: string; readonly release?: string },
): Promise<ExitCode> {
  const { connector, release: version = null, search = null } = options;
  return printCatalog(context, options, { kind: 'methods', connector, version, search });
}

/**
 * `cyclectl catalog templates`: lists templates for cycles, or prints one as a part of a manifest.
 */
export async function runCatalogTemplates(
  context: CommandContext,
  options: CatalogOptions & { readonly template?: string },
): Promise<ExitCode> {
  const { template, search } = options;
  if (template !== undefined && search !== undefined) {
    throw new OperationalError('--search selects from the list of templates, not from one', {
      remedy: 'Remove --search, or the name of the template.',
    });
  }
  if (template !== undefined) return printTemplate(context, options, template);
  return printCatalog(context, options, { kind: 'templates', search: search ?? null });
}

function printTemplate(
  context: CommandContext,
  options: GlobalOptions,
  name: string,
): Promise<ExitCode> {
  return withEnvironment(context, options, (request) =>
    withOpened(openCallPorts(request), async (ports) => {
      const offer = await readTemplate(ports.reader, name, ports.templates);
      if ('refused' in offer) return printRefused(context, options.directory, offer.refused);
      const { out, paint } = context.terminal;
      await out(
        options.format === 'json' ? formatTemplateJson(offer) : formatFragment(offer, paint),
      );
      return exitCodes.ok;
    }),
  );
}

function printCatalog(
  context: CommandContext,
  options: GlobalOptions,
  question: CatalogQuery,
): Promise<ExitCode> {
  return withEnvironment(context, options, (request) =>
    withOpened(openCallPorts(request), async (ports) => {
      const read = await readCatalog(ports.reader, question);
      if ('refused' in read) return printRefused(context, options.directory, read.refused);
      const { out, paint, columns } = context.terminal;
      const rows = listCatalogRows(read.result);
      const layOut = (width: number) =>
        formatCatalogText(read, ports.target, { paint, columns: width });
      await out(
        options.format === 'json'
          ? formatCatalogJson(read)
          : rows === null
            ? layOut(columns ?? defaultColumns)
            : formatListing({ columns }, { layOut, rows: () => rows }),
      );
      return exitCodes.ok;
    }),
  );
}

/** Formats a part of the catalog as data, with the ids that a call by id needs. */
export function formatCatalogJson({ result, search, all }: CatalogSearch): string {
  const run =
    result.kind === 'methods'
      ? { of: 'methods', search, all, connector: result.connector, version: result.version }
      : { of: result.kind, search, all };
  const items =
    result.kind === 'methods'
      ? { methods: result.methods }
      : result.kind === 'connectors'
        ? { connectors: result.connectors }
        : { templates: result.templates };
  return formatDocument('catalog', { run, ...items });
}
