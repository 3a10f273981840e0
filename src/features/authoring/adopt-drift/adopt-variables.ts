import { readProject } from '../../../engine/index/index-manifests.ts';
import { withTexts } from '../../../engine/load/with-overlay.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { parsePointer } from '../../../kit/json/json-pointer.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import {
  type AccountDriftAdoption,
  type AdoptedFile,
  adoptFile,
  type ChangedVariable,
  type FileRun,
} from './adopt-file.ts';
import type { AdoptedValue } from './drift-adoption.ts';

type VariableRun = FileRun & {
  /** All accounts of manifests. */
  readonly all: readonly AccountEntry[];
};

/** Files with adopted drift, and cyclectl.yaml where its variables express it. */
export type VariableAdoption = {
  readonly files: readonly AdoptedFile[];
  readonly edit: TextChange | null;
  readonly values: readonly AdoptedValue[];
};

/** Variable with the account that needs another value, and the other accounts that use it. */
type Candidate = {
  readonly variable: ChangedVariable;
  readonly account: AccountDriftAdoption;
  readonly users: readonly AccountEntry[];
};

/**
 * Writes drift into cyclectl.yaml where a variable expresses it that one account uses, with one value.
 * Verifies the files with the new value; else leaves it. Names the users of a shared variable.
 */
export async function adoptVariables(
  run: VariableRun,
  files: readonly AdoptedFile[],
): Promise<VariableAdoption> {
  const candidates = files
    .flatMap(({ accounts }) => accounts)
    .flatMap((each) => listCandidates(run, each));
  const nothing = { files: files.map((each) => reportSharers(each, candidates)), edit: null };
  const lone = candidates.filter(
    ({ users, variable }) => users.length === 0 && variable.others.length === 0,
  );
  const edited = lone.length === 0 ? null : await editProject(run, lone);
  if (edited === null) return { ...nothing, values: [] };
  const { edit, environments, written } = edited;
  const owners = new Set(written.map(({ account }) => account.entry.file));
  const again = { ...run, context: { ...run.context, environments } };
  const made: AdoptedFile[] = [];
  for (const each of files) {
    const isOwner = owners.has(each.file);
    made.push(isOwner ? await adoptFile(again, each.file, each.entries) : each);
  }
  if (!written.every((each) => isVerified(each, made))) return { ...nothing, values: [] };
  return {
    files: made.map((each) => reportSharers(each, candidates)),
    edit,
    values: written.flatMap(({ variable: { name, values } }) =>
      values.map((each) => ({ ...each, file: projectFile, variable: name })),
    ),
  };
}

function listCandidates(
  { context: { environment }, all }: VariableRun,
  account: AccountDriftAdoption,
): readonly Candidate[] {
  const others = all
    .filter((entry) => findIdInEnvironment(entry, environment) !== null)
    .filter(({ key }) => key !== account.entry.key);
  // Treats the variables of an unread account as unknown.
  return account.variables.map((variable) => ({
    variable,
    account,
    users: others.filter(({ uses }) => uses?.variables.includes(variable.name) !== false),
  }));
}

type EditedProject = {
  readonly edit: TextChange;
  readonly environments: KnownEnvironments;
  readonly written: readonly Candidate[];
};

/**
 * Returns null when nothing can be written, or the result is not a project with just that change.
 */
async function editProject(
  { context: { environment, environments, files } }: VariableRun,
  lone: readonly Candidate[],
): Promise<EditedProject | null> {
  const reading = await files.read(projectFile);
  if (!reading.ok) return null;
  const before = environments.get(environment)?.variables;
  const edits = lone.flatMap((each) => {
    const { name, value } = each.variable;
    const at = before?.get(name)?.at;
    if (at?.file !== projectFile) return [];
    const path = parsePointer(at.pointer);
    return [{ kind: 'set' as const, documentIndex: 0, path, value, each }];
  });
  const { text, refused } = updateYaml(reading.text, edits);
  const left = new Set(refused.map(({ edit }) => edit));
  const written = edits.filter((edit) => !left.has(edit)).map(({ each }) => each);
  const read = await readProject(withTexts(files, [{ path: projectFile, text }]));
  const now = read.project?.environments;
  if (written.length === 0 || now === undefined || hasErrors(read.diagnostics)) return null;
  const toMoved = ({ variable: { name, value } }: Candidate) =>
    now.get(environment)?.variables.get(name)?.value === value;
  if (!written.every(toMoved)) return null;
  const mark = reading.hasMark === true ? '\ufeff' : '';
  const edit = { path: projectFile, before: mark + reading.text, after: mark + text };
  return { edit, environments: now, written };
}

function isVerified({ variable, account }: Candidate, files: readonly AdoptedFile[]): boolean {
  const accounts = files.flatMap((each) => each.accounts);
  const now = accounts.find(({ entry }) => entry.key === account.entry.key)?.looked ?? null;
  return now !== null && !variable.addresses.some((each) => now.moved.includes(each));
}

/** Most named users of a variable. */
const maxNamed = 5;

function reportSharers(file: AdoptedFile, candidates: readonly Candidate[]): AdoptedFile {
  const byAddress = new Map(
    candidates.flatMap((each) =>
      each.variable.addresses.map((address) => [address as string, each] as const),
    ),
  );
  const name = (diagnostic: Diagnostic): Diagnostic => {
    const { code, address = '', related = [] } = diagnostic;
    const shared = code === 'value-of-expression' ? byAddress.get(address) : undefined;
    if (shared === undefined) return diagnostic;
    const own = shared.variable.places.map((at) => ({ at, says: 'uses it too' }));
    const users = shared.users.map(({ at, key }) => ({ at, says: `${key} uses it too` }));
    const more = [...own, ...users].slice(0, maxNamed);
    return more.length === 0 ? diagnostic : { ...diagnostic, related: [...related, ...more] };
  };
  const accounts = file.accounts.map((account) => ({
    ...account,
    diagnostics: account.diagnostics.map(name),
  }));
  return { ...file, accounts };
}
