import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import { writeFolder } from '../../../model/report/advice/write-folder.ts';
import { type BegunProject, type NextStep, nameWorkflow, workflowFolder } from './starter.ts';

/** What a person does next with a new project, as commands that can be pasted where it was made. */
export function listNextSteps(begun: BegunProject): readonly NextStep[] {
  return [...listGitSteps(begun), ...listOwnSteps(begun)];
}

// GitHub looks for workflows in one place, and a project may lie elsewhere.
function listGitSteps({ directory, repository, within }: BegunProject): readonly NextStep[] {
  if (repository === null) {
    const folder = directory === '.' ? [] : [quoteArgument(directory)];
    return [{ command: ['git init', ...folder].join(' '), does: 'makes it a repository' }];
  }
  if (within === '') return [];
  const folder = `${repository}/${workflowFolder}`;
  const file = `${directory}/${workflowFolder}/${nameWorkflow(within)}.yml`;
  return [
    {
      command: `mkdir -p ${quoteArgument(folder)} && mv -n ${quoteArgument(file)} ${quoteArgument(folder)}`,
      does: 'GitHub reads workflows at the top of a repository alone; one that is there stays',
    },
  ];
}

function listOwnSteps({
  directory,
  starter: { target },
  isFromLive,
}: BegunProject): readonly NextStep[] {
  const step = (command: string, does: string): NextStep => ({
    command: ['cyclectl', ...writeFolder(directory), command].join(' '),
    does,
  });
  if (target.kind === 'local') {
    return [
      step('plan', 'what apply would do'),
      step('apply', 'does it; asks first'),
      step('drift', 'what others changed since'),
    ];
  }
  if (isFromLive) {
    return [step('adopt --propose', 'which accounts are alike, and what varies between them')];
  }
  return [
    ...(target.account === null ? [copySample(directory)] : []),
    step('validate', 'checks every manifest, offline'),
    step('catalog connectors', 'what the service offers, with names to write'),
    step('plan', 'what apply would do; changes nothing'),
  ];
}

function copySample(directory: string): NextStep {
  const folder = directory === '.' ? 'accounts' : `${directory}/accounts`;
  const sample = quoteArgument(`${folder}/account.yaml.sample`);
  return {
    command: `cp ${sample} ${quoteArgument(`${folder}/first.yaml`)}`,
    does: 'the manifest of a first account: write its own key and id there',
  };
}
