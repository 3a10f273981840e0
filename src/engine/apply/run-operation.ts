import { listWrittenFields, type Operation } from '../../model/plan/operation.ts';
import type { ApplyState, OperationResult, Side } from './apply-state.ts';
import { createCategory } from './connectors/create-category.ts';
import { createConnector } from './connectors/create-connector.ts';
import { deleteConnector } from './connectors/delete-connector.ts';
import { updateConnector } from './connectors/update-connector.ts';
import { writeProperty } from './connectors/write-property.ts';
import { bindSlots } from './cycles/bind-slots.ts';
import { createFromTemplate } from './cycles/create-from-template.ts';
import { deleteCycle } from './cycles/delete-cycle.ts';
import { importCycle } from './cycles/import-cycle.ts';
import { updateCycle } from './cycles/update-cycle.ts';
import { writeMapping } from './cycles/write-mapping.ts';
import { writeVariables } from './cycles/write-variables.ts';
import { deleteAccount } from './delete-account.ts';
import { runSafely } from './journal/run-safely.ts';
import { runWithIntent } from './journal/run-with-intent.ts';
import { runOnce } from './running/once/run-once.ts';
import { stopSingleRun } from './running/once/stop-single-run.ts';
import { startCycleIfReady } from './running/start-cycle-if-ready.ts';
import { stopCycle } from './running/stop-cycle.ts';
import { writeAccount } from './write-account.ts';

/**
 * Runs one operation, and never throws. `earlier` writes the earlier live values instead of the
 * manifest's.
 */
export function runOperation(
  state: ApplyState,
  operation: Operation,
  side: Side = 'desired',
): Promise<OperationResult> {
  return runSafely(operation.address, () =>
    runWithIntent(state, operation, () => dispatch(state, operation, side)),
  );
}

function dispatch(state: ApplyState, operation: Operation, side: Side): Promise<OperationResult> {
  const { action } = operation;
  switch (action.kind) {
    case 'create-account':
    case 'update-account':
      return writeAccount(state, operation, action.paths);
    case 'delete-account':
      return deleteAccount(state, operation);
    case 'install-connector':
      return createConnector(state, operation, action.paths);
    case 'update-connector':
      return updateConnector(state, operation, action.paths);
    case 'set-property':
      return writeProperty(state, operation, action.path);
    case 'create-category':
      return createCategory(state, operation, action.path);
    case 'delete-connector':
      return deleteConnector(state, operation);
    case 'import-cycle':
      return importCycle(state, operation);
    case 'install-template':
      return createFromTemplate(state, operation);
    case 'update-cycle':
      return updateCycle(state, operation, { paths: action.paths, side });
    case 'bind-slots':
      return bindSlots(state, operation, { paths: action.paths, side });
    case 'set-variables':
      return writeVariables(state, operation, { paths: action.paths, side });
    case 'set-mapping':
      return writeMapping(state, operation, { paths: listWrittenFields(action), side });
    case 'pause-cycle':
      return stopCycle(state, operation, action.restart);
    case 'activate-cycle':
      return startCycleIfReady(state, operation, action.schedule);
    case 'delete-cycle':
      return deleteCycle(state, operation);
    case 'run-cycle':
      return runOnce(state, operation, action.at);
    case 'cancel-run':
      return stopSingleRun(state, operation, action.at);
  }
}
