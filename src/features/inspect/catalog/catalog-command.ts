import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openForCalling } from '../../../app/ports/wiring.ts';
import { withEnvironment } from '../../../app/project/open-run.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { OfferQuestion } from './read-offer.ts';
import { readOffer } from './read-offer.ts';
import { writeOfferJson } from './write-offer-json.ts';
import { writeOfferText } from './write-offer-text.ts';

/** What `cyclectl catalog` takes beside the options of every command. */
export type CatalogOptions = GlobalOptions & { readonly search?: string };

/** `cyclectl catalog connectors`: what can be installed. */
export function runCatalogConnectors(
  context: CommandContext,
  options: CatalogOptions,
): Promise<ExitCode> {
  return showOffer(context, options, { kind: 'connectors', search: options.search ?? null });
}

/** `cyclectl catalog methods CONNECTOR`: what a connector can do, with the names that a manifest takes. */
export function runCatalogMethods(
  context: CommandContext,
  options: CatalogOptions & { readonly connector: string; readonly release?: string },
): Promise<ExitCode> {
  const { connector, release: version = null, search = null } = options;
  return showOffer(context, options, { kind: 'methods', connector, version, search });
}

/** `cyclectl catalog templates`: what cycles can be made from. */
export function runCatalogTemplates(
  context: CommandContext,
  options: CatalogOptions,
): Promise<ExitCode> {
  return showOffer(context, options, { kind: 'templates', search: options.search ?? null });
}

function showOffer(
  context: CommandContext,
  options: GlobalOptions,
  question: OfferQuestion,
): Promise<ExitCode> {
  return withEnvironment(context, options, (environment) =>
    showOfferHere(context, options, { environment, question }),
  );
}

async function showOfferHere(
  context: CommandContext,
  options: GlobalOptions,
  {
    environment,
    question,
  }: { readonly environment: Environment; readonly question: OfferQuestion },
): Promise<ExitCode> {
  const root = options.directory;
  const place = await openForCalling({
    root,
    environment,
    context,
    verbose: options.verbose,
  });
  try {
    const read = await readOffer(place.reader, question);
    if ('refused' in read) {
      await printDiagnostics(context, root, read.refused);
      return exitCodes.failed;
    }
    const { out, paint } = context.terminal;
    await out(
      options.format === 'json' ? writeOfferJson(read) : writeOfferText(read, place.target, paint),
    );
    return exitCodes.ok;
  } finally {
    await place.close();
  }
}
