import type { CommandContext, GlobalOptions } from '../../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../../app/exit-codes.ts';
import { printRefused } from '../../../../app/output/print-diagnostics.ts';
import { type ProjectContext, withProject } from '../../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../../app/project/project-files.ts';
import { saveMovedState } from '../../../../engine/run/save-moved-state.ts';
import { OperationalError } from '../../../../kit/operational-error.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import {
  type CategoryAddress,
  parseCategoryAddress,
  parseObjectAddress,
  toAccountAddress,
  toFieldPath,
} from '../../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../../model/diagnostic/diagnostic.ts';
import { findIdInEnvironment } from '../../../../model/manifest/manifest.ts';
import type { StoreReader } from '../../../../model/ports.ts';
import {
  type AccountState,
  findMadeCategory,
  mergeMovedState,
  type ObjectRecord,
  type StateChange,
} from '../../../../model/state/account-state.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';
import { withLockedStore } from '../with-locked-store.ts';
import { checkFinding, type KnownState } from './check-finding.ts';
import { type Finding, resolveObject } from './resolve-object.ts';
import { runSettleDone } from './settle-done-command.ts';

type SettleOptions = GlobalOptions & {
  readonly address: string;
  readonly finding: string;
  readonly id?: string;
};

/**
 * `cyclectl state settle ADDRESS exists ID | absent | done`: records what a person found or
 * completed in the console for an object that cannot be looked up.
 */
export async function runStateSettle(
  context: CommandContext,
  options: SettleOptions,
): Promise<ExitCode> {
  const category = parseCategoryAddress(options.address);
  const at = category ?? parseObjectAddress(options.address);
  if (at === null) {
    throw new OperationalError(`"${toVisible(options.address)}" is not the address of an object`, {
      remedy:
        'Write ACCOUNT, ACCOUNT/connectors/KEY or ACCOUNT/cycles/KEY; for a custom category ACCOUNT/connectors/KEY/customCategories/KEY.',
    });
  }
  if (options.finding === 'done' && options.id === undefined && 'kind' in at) {
    return runSettleDone(context, options, at);
  }
  const finding = readFinding(options);
  return withProject(context, options, (request) => {
    const { project } = request;
    const { account } = at;
    return withLockedStore(request, { account, command: 'state settle' }, async (store) => {
      const unfit =
        finding.kind === 'exists'
          ? await checkFinding(toKnown(project, store), at, finding.id)
          : null;
      if (unfit !== null) return printRefused(context, options.directory, [unfit]);
      const state = await readAccountState(project, store, at.account);
      const resolved =
        'kind' in at
          ? resolveObject(state, { ...at, ...readExternalId(project, at) }, finding)
          : resolveCategory(state, at, finding);
      if ('refused' in resolved)
        return printRefused(context, options.directory, [resolved.refused]);
      await saveMovedState(store, state);
      await store.update(resolved.change);
      const { address } = options;
      await context.terminal.out(
        options.format === 'json'
          ? formatDocument('state', { settled: { address, finding } })
          : `${toVisible(address)} ${formatFinding(finding)}.\n`,
      );
      return exitCodes.ok;
    });
  });
}

function readFinding({ finding, id }: SettleOptions): Finding {
  if (finding === 'exists' && id !== undefined && id !== '') return { kind: 'exists', id };
  if (finding === 'absent' && id === undefined) return { kind: 'absent' };
  throw new OperationalError('the finding is not valid', {
    remedy:
      'Write cyclectl state settle ADDRESS exists ID, or ADDRESS absent. After a manual action from a plan, write cyclectl state settle ADDRESS done',
  });
}

function toKnown(
  { root, project, environment, selected }: ProjectContext,
  store: StoreReader,
): KnownState {
  return {
    files: openProjectFiles(root),
    store,
    environment: environment.name,
    environments: project.environments,
    entries: selected.entries,
  };
}

// Reads state under the key of the manifest too, because a plan names that key.
async function readAccountState(
  project: ProjectContext,
  store: StoreReader,
  account: string,
): Promise<AccountState> {
  const id = findId(project, account);
  const { keys } = project;
  return id === null
    ? store.readState(account)
    : readRenamedState(store, { key: account, id, keys });
}

function readExternalId(
  project: ProjectContext,
  { kind, account }: Pick<ObjectRecord, 'kind'> & { readonly account: string },
): { readonly externalId?: string } {
  const id = findId(project, account);
  return kind === 'account' && id !== null ? { externalId: id } : {};
}

function findId({ selected, environment }: ProjectContext, account: string): string | null {
  const entry = selected.entries.find(({ key }) => key === account);
  return entry === undefined ? null : findIdInEnvironment(entry, environment.name);
}

function formatFinding(finding: Finding): string {
  return finding.kind === 'exists'
    ? `is bound to ${toVisible(finding.id)}; the next plan compares it with Git`
    : 'counts as absent; the next plan creates it if Git names it';
}

/**
 * Reads the state of an account without a call to the service: under its key, or under an
 * undeclared key bound to the manifest's id. Writes nothing.
 */
async function readRenamedState(
  store: StoreReader,
  asked: {
    readonly key: string;
    /** Id in the manifest for this environment. */
    readonly id: string;
    /** Keys of all accounts in manifests. */
    readonly keys: ReadonlySet<string>;
  },
): Promise<AccountState> {
  const { key, id, keys } = asked;
  const state = await store.readState(key);
  if (state.objects.has(toAccountAddress(key))) return state;
  const owners: AccountState[] = [];
  for (const other of await store.listAccounts()) {
    if (keys.has(other)) continue;
    const found = await store.readState(other);
    const record = found.objects.get(toAccountAddress(other));
    if (record?.externalId === id || record?.remoteId === id) owners.push(found);
  }
  const [owner, second] = owners;
  return owner === undefined || second !== undefined ? state : mergeMovedState(owner, state);
}

/**
 * Resolves a custom category that a person looked up, because the service lists none. Binds one
 * that exists; the next apply creates one that is absent.
 */
export function resolveCategory(
  state: AccountState,
  { address, connector, key }: CategoryAddress,
  finding: Finding,
): { readonly change: StateChange } | { readonly refused: Diagnostic } {
  const record = state.objects.get(connector);
  if (record === undefined) {
    const summary = `The connector ${connector} of this category is not in state`;
    return { refused: toNotSettled(address, summary) };
  }
  const bound = findMadeCategory(record, key);
  const { [key]: _, ...others } = record.categories ?? {};
  const isOpen = state.creates.has(address);
  const change = { account: state.account, closeCreates: [address] };
  if (finding.kind === 'exists') {
    if (bound !== null) {
      return { refused: toNotSettled(address, `${address} is bound to ${bound.id} already`) };
    }
    const categories = { ...others, [key]: { id: finding.id, name: null } };
    return { change: { ...change, saveObjects: [{ ...record, categories }] } };
  }
  const path = toFieldPath('customCategories', key);
  const { [path]: written, ...applied } = record.applied;
  if (!isOpen && bound === null && written === undefined) {
    return {
      refused: toNotSettled(address, `State has no binding or unfinished create of ${address}`),
    };
  }
  return { change: { ...change, saveObjects: [{ ...record, applied, categories: others }] } };
}

function toNotSettled(address: CategoryAddress['address'], summary: string): Diagnostic {
  return reportError('not-settled', { summary, address });
}
