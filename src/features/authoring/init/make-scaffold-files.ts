import { projectFile } from '../../../model/manifest/project.ts';
import { formatProjectFile } from './files/format-project-file.ts';
import { formatWorkflow } from './files/format-workflow.ts';
import { localAccountFiles } from './files/local-account.ts';
import { localWorld } from './files/local-world.ts';
import { makeEditorFiles } from './files/make-editor-files.ts';
import { makeRemoteAccountFile } from './files/make-remote-account-file.ts';
import {
  type Scaffold,
  type ScaffoldFile,
  type ScaffoldInputs,
  toWorkflowName,
  workflowFolder,
} from './scaffold.ts';

/** Files that cyclectl keeps in a project folder, and the default names of saved plans. */
const ignored = ['.cyclectl/', '/plan.json', '/revert.json', '/undo.json'];

/**
 * Makes the files of a new project in the order of writing. cyclectl.yaml is last, because its
 * presence means that all are written.
 */
export function makeScaffoldFiles(starter: Scaffold, kit: ScaffoldInputs): readonly ScaffoldFile[] {
  const { target } = starter;
  const isLocal = target.kind === 'local';
  return [
    ...makeEditorFiles(isLocal ? ['project', 'account', 'world'] : ['project', 'account'], kit),
    {
      path: `${workflowFolder}/${toWorkflowName(kit.within)}.yml`,
      text: formatWorkflow(starter, kit),
    },
    ...(isLocal ? localFiles : [makeRemoteAccountFile(target.account)]),
    {
      path: '.gitignore',
      text: ignored.map((line) => `${line}\n`).join(''),
      adds: { kind: 'ignored', lines: ignored },
    },
    { path: projectFile, text: formatProjectFile(starter) },
  ];
}

const localFiles: readonly ScaffoldFile[] = [
  { path: 'world.yaml', text: localWorld },
  ...localAccountFiles,
];
