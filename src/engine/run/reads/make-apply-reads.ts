import type { Import, ImportRequest } from '../../../model/desired/cycle-file/cycle-import.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { CheckRequest } from '../../../model/manifest/check.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { ApplyContext, ApplyPorts } from '../../apply/apply-state.ts';
import { makeAccountFinder } from '../../live/open-account-finder.ts';
import { readImport } from '../../observe/cycles/read-import.ts';
import { readStructure } from '../../observe/cycles/read-structure.ts';
import type { RunContext } from '../../observe/run-context.ts';
import { type Checking, checkConnector } from '../check-connector.ts';
import { observeAlone } from './observe-again.ts';
import type { ReadBack } from './open-read-back.ts';

/**
 * Makes the reads that an apply needs amid its writes, for an account that was observed. `kept` has what
 * was read since, and writes through it.
 */
export function makeApplyReads(
  {
    full,
    checking,
    ports,
  }: { readonly full: RunContext; readonly checking: Checking; readonly ports: ApplyPorts },
  diff: AccountDiff,
  { reader, writer }: ReadBack,
): Omit<ApplyContext, 'diff' | 'drainTimeoutMs' | 'isStopping'> {
  const keeping = withReader(full, reader);
  return {
    ports: { ...ports, writer },
    kept: reader,
    reread: (object) => observeAlone(full, { diff, object, lists: reader }),
    readBack: (object) => observeAlone(keeping, { diff, object, lists: reader }),
    check: (request) => runCheckRequest(checking, diff, request),
    prepareImport: (request) => readImportRequest(full, request),
    readStructure: (at) => readStructure(full.reader, at),
  };
}

/** The same context with accounts and all of them read by another reader. */
export function withReader(full: RunContext, reader: ServiceReader): RunContext {
  return { ...full, reader, findAccount: makeAccountFinder(reader) };
}

function runCheckRequest(checking: Checking, diff: AccountDiff, request: CheckRequest) {
  const { address, ...at } = request;
  const connector = diff.connectors.find((each) => each.address === address);
  if (connector === undefined) throw new Error(`${address} is no connector of the manifest`);
  const { desired, release } = connector.desired;
  const { live } = connector;
  const installed = live?.release ?? release;
  if (installed === null) throw new Error(`${address} is a release of no catalog`);
  // A newly installed connector is not signed in yet.
  const isAuthenticated = live?.authenticated === true;
  return checkConnector(checking, {
    ...at,
    desired,
    isAuthenticated,
    release: installed,
  });
}

async function readImportRequest(
  context: RunContext,
  request: ImportRequest,
): Promise<Answer<Import>> {
  const catalog = await context.openCatalog(request.account);
  return catalog.ok ? readImport(catalog.value, request) : catalog;
}
