import { projectFile } from '../../../model/manifest/project.ts';
import { localAccountFiles } from './files/local-account.ts';
import { localWorld } from './files/local-world.ts';
import { writeEditor } from './files/write-editor.ts';
import { writeProject } from './files/write-project.ts';
import { writeRemoteAccount } from './files/write-remote-account.ts';
import { writeWorkflow } from './files/write-workflow.ts';
import {
  nameWorkflow,
  type Starter,
  type StarterFile,
  type StarterKit,
  workflowFolder,
} from './starter.ts';

/** What cyclectl keeps in a project folder, and the plans that its commands propose to save. */
const ignored = ['.cyclectl/', '/plan.json', '/revert.json', '/undo.json'];

/**
 * The files of a new project, in the order in which they are written. cyclectl.yaml is the last: a folder that has it
 * has all of them.
 */
export function writeStarter(starter: Starter, kit: StarterKit): readonly StarterFile[] {
  const { target } = starter;
  const isLocal = target.kind === 'local';
  return [
    ...writeEditor(isLocal ? ['project', 'account', 'world'] : ['project', 'account'], kit),
    {
      path: `${workflowFolder}/${nameWorkflow(kit.within)}.yml`,
      text: writeWorkflow(starter, kit),
    },
    ...(isLocal ? localFiles : [writeRemoteAccount(target.account)]),
    {
      path: '.gitignore',
      text: ignored.map((line) => `${line}\n`).join(''),
      adds: { kind: 'ignored', lines: ignored },
    },
    { path: projectFile, text: writeProject(starter) },
  ];
}

const localFiles: readonly StarterFile[] = [
  { path: 'world.yaml', text: localWorld },
  ...localAccountFiles,
];
