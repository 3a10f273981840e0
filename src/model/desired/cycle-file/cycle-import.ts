import type { JsonObject } from '../../../kit/json/json.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import type { Address } from '../../address.ts';
import { type Diagnostic, type Refusal, reportError } from '../../diagnostic/diagnostic.ts';
import type { RemoteId } from '../../live/live.ts';
import type { LiveStructure } from '../../live/reading.ts';
import type { LoadedCycleFile } from './cycle-file.ts';

/** A cycle that is to be made from its file in an account. */
export type ImportRequest = ImportSpec & { readonly account: RemoteId };

/**
 * The target of an import: a cycle, or a template, which has no tag and no connectors of an
 * account.
 */
export type ImportSpec = {
  /** The cycle's name there. */
  readonly name: string;
  /** By which it is known as ours from its first moment. */
  readonly tag: string | null;
  readonly loaded: LoadedCycleFile;
  /** Known connectors of the account by slot. */
  readonly connectors: ReadonlyMap<string, { readonly id: RemoteId; readonly name: string }>;
};

/** The request of an import, or the parts that the service lacks. */
export type Import =
  | { readonly kind: 'made'; readonly raw: JsonObject }
  | { readonly kind: 'lacking'; readonly diagnostics: readonly ImportLack[] };

/** A part of a file that the service does not have. */
export type ImportLack = Diagnostic & { readonly code: 'cycle-file-target' };

/** Reports the differences between a cycle and the file that it was created from. */
export function reportNotKept(
  cycle: { readonly environment: string; readonly address: Address; readonly path: string },
  { notStored }: LiveStructure,
): Refusal {
  const { environment, address, path } = cycle;
  const command = `cyclectl export -e ${formatArgument(environment)} ${formatArgument(address)} --out ${formatArgument(path)}`;
  return reportError('cycle-file-not-kept', {
    summary: `${address}: the service accepted ${path}, but created a cycle that differs from it`,
    detail: notStored.join('; '),
    address,
    remedy: `The new cycle stays paused, and the old one keeps running. Update the file to match the service: ${command}. Or restore the earlier content of the file.`,
  });
}
