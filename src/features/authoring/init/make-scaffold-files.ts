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

/** What cyclectl keeps in a project folder, and the plans that its commands propose to save. */
const ignored = ['.cyclectl/', '/plan.json', '/revert.json', '/undo.json'];

/**
 * The files of a new project, in the order in which they are written. cyclectl.yaml is the last: a folder that has it
 * has all of them.
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
