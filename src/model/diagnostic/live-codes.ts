/** Diagnostics of the rooms that know the service: bind, match, diff, plan, policy, apply, verify. */
export const liveCodes = {
  'account-bound-elsewhere': {
    means: 'An account of the service belongs, as far as is remembered, to another key of Git.',
    remedy: 'Give each its own id, or let one go with cyclectl state forget KEY.',
  },
  // the command line
  'environment-unknown': {
    means: 'The project has no environment of that name, or several and none was chosen.',
    remedy: 'Choose one with -e NAME, CYCLECTL_ENVIRONMENT or spec.defaultEnvironment.',
  },
  'selection-invalid': {
    means: 'A part of --select is not of a form that it knows.',
    remedy: 'Write account=NAME or label=NAME=VALUE.',
  },
  'selection-empty': {
    means: 'A --select, or a part of one, matches no account of the environment.',
    remedy: 'Correct the name; the accounts and labels are those of the manifests.',
  },
  // bind
  'connector-unknown': {
    means: 'The catalogue of the service has no connector of that name.',
    remedy: 'Write the name as the catalogue has it; names are compared letter by letter.',
  },
  'connector-version-unknown': {
    means: 'The catalogue has the connector, but not in that version.',
    remedy: 'Choose one of the versions on offer, or leave the version out.',
  },
  'authentication-unknown': {
    means: 'The connector does not offer an authentication type of that name.',
    remedy: 'Write one of the types on offer, or leave the line out for the default.',
  },
  'property-unknown': {
    means: 'The connector has no account-level property of that name.',
    remedy: 'Write the TargetName as the catalogue has it.',
  },
  'secret-as-text': {
    means: 'The service marks this value as a secret, and the manifest holds it as text.',
    remedy: 'Write a reference in its place, and change the secret: it is in the history of Git.',
  },
  'secret-merged': {
    means: 'An expression merges a parameter or property that the service marks as sensitive.',
    remedy: 'Take the merge field out; the service does not merge what is sensitive.',
  },
  'template-unknown': {
    means: 'The service has no published template of that name, or none with that tag.',
    remedy: 'Write the name as the console shows it, or publish the template.',
  },
  'template-ambiguous': {
    means: 'Several templates have that name.',
    remedy: 'Choose one with a tag that only it has.',
  },
  'template-unread': {
    means:
      'The template that a cycle is to be made from could not be read. Nothing of the account is touched.',
    remedy: 'Run the command again; if it stays, look at the service or at the credentials.',
  },
  'slot-unknown': {
    means: 'The template has no connector slot of that name.',
    remedy: 'Write one of its slots; the second of one connector is NAME#2.',
  },
  'slot-ambiguous': {
    means: 'The account has several connectors of the kind that a slot takes.',
    remedy: 'Say which one under connectors in the cycle.',
  },
  'slot-unfilled': {
    means:
      'A cycle file has a slot for which neither the manifest nor the account has a connector.',
    remedy: 'Write a connector of that kind under connectors of the account.',
  },
  'slot-of-other-connector': {
    means: 'The connector that is written for a slot is of another kind.',
    remedy: 'Name a connector of this account of the kind that the slot takes.',
  },
  'step-unknown': {
    means: 'The cycle or its template has no step of that name, or several.',
    remedy: 'Write the name as the service has it; NAME#2 is the second of that name.',
  },
  'target-unknown': {
    means: 'The step has no parameter or request field of that name, or several.',
    remedy:
      'Parameters go by TargetName, fields by Location; look under which of the two it stands.',
  },
  'source-unknown': {
    means: 'A mapping takes its value from a step, field or variable that does not exist.',
    remedy: 'Write one of the names that the message shows.',
  },
  'variable-unknown': {
    means:
      'The cycle has no variable of that display name, or several. Variables come with the template.',
    remedy: 'Write one that it has, or add it to the template.',
  },
  'schedule-ignored': {
    means: 'The cycle starts by a webhook, where the service ignores a schedule.',
    remedy: 'Remove the schedule.',
  },
  'schedule-missing': {
    means: 'A new cycle is to be active, and nothing says when it runs.',
    remedy: 'Write a schedule, or state: paused.',
  },
  // match
  ambiguous: {
    means: 'More than one object of the service may be the one that the manifest means.',
    remedy: 'Give the right one a name of its own, write that name as displayName, and plan again.',
  },
  // live
  unread: {
    means: 'The service could not be read. Nothing of the account is touched.',
    remedy: 'Run the command again; if it stays, look at the service or at the credentials.',
  },
  // plan
  'replace-not-offered': {
    means:
      'A cycle is to be made from something else, and the service offers no way to replace it.',
    remedy: 'Put the earlier origin back, or replace it by hand in the console.',
  },
  'change-refused': {
    means: 'The field cannot be changed on an object that exists.',
    remedy: 'Put the earlier value back, or make a new object under a new key.',
  },
  'account-id-changed': {
    means:
      'The manifest names another account than the one that its key was bound to. Nothing was done to either.',
    remedy:
      'Put the id back, or let the first account go with cyclectl state forget, which changes nothing there.',
  },
  'connector-in-use': {
    means: 'A connector is to be deleted that a cycle of the manifest still uses.',
    remedy:
      'Write another connector for the cycle, remove the cycle too, or keep the entry of the connector.',
  },
  'account-not-empty': {
    means: 'An account is to be destroyed and has something in it that cyclectl did not make.',
    remedy: 'Look whose it is, and remove it in the console; nothing goes that is not ours.',
  },
  'not-kept': {
    means:
      'What is about to be destroyed could not be read whole, or not be written to a file before.',
    remedy: 'Run the command again; nothing was destroyed.',
  },
  'still-named': {
    means: 'Something was destroyed that a manifest still names.',
    remedy: 'Remove its entry, or the file; the next apply makes it again otherwise.',
  },
  protected: {
    means: 'Something is to be deleted that is or was protected by protect: true.',
    remedy:
      'Put its entry back with protect: false and apply that; then it can be deleted, in a commit of its own.',
  },
  'renamed-onto': {
    means: 'An entry is renamed from a key whose object is remembered, and so is one of its own.',
    remedy: 'Remove the line renamedFrom where both were there; the plan then deletes the other.',
  },
  'schedule-unknown': {
    means:
      'A cycle would have to be paused for a change, and nothing tells when to run it again afterwards.',
    remedy: 'Write its schedule, or state: paused.',
  },
  'pause-not-offered': {
    means:
      'A cycle runs and is to be edited, and the service offers no way to pause it. Nothing of its account was done.',
    remedy: 'Pause it in the console and apply; the apply starts it again.',
  },
  'outcome-open': {
    means:
      'The answer of an install was lost, and the service does not list what is installed. Only a person can see whether it is there.',
    remedy:
      'Look in the console, then say what you found: cyclectl state settle ADDRESS exists ID, or absent.',
  },
  'connectors-unseen': {
    means:
      'An account exists of which nothing is remembered, and the service does not list what is installed in it.',
    remedy:
      'Say what is there, a connector at a time: cyclectl state settle ADDRESS exists ID. Where none is, say that of the account.',
  },
  'category-open': {
    means:
      'The answer to the making of a custom category was lost, and nothing in the service lists them. Only a person can see whether it is there.',
    remedy:
      'Look in the console, then say what you found: cyclectl state settle ADDRESS exists ID, or absent.',
  },
  'secret-missing': {
    means: 'An object is to be made with a secret that has no value on this machine.',
    remedy: 'Set the variable or the file that the reference names.',
  },
  // policy
  'too-many-deletes': {
    means: 'The plan deletes or replaces more objects than the environment allows in one run.',
    remedy: 'If they shall go, run it with --allow-deletes and exactly that number.',
  },
  'too-many-changes': {
    means:
      'The plan changes a larger share of the accounts that exist than the environment allows.',
    remedy: 'Narrow the run with --select, or raise protect.maxChangedPercent.',
  },
  'replace-not-allowed': {
    means:
      'The plan replaces cycles, since what they are made from has changed in Git. Their history is lost with them, and the first run of the new one starts from the beginning.',
    remedy: 'Look at the plan; if it is meant, run it with --allow-replace.',
  },
  'webhook-urls-change': {
    means:
      'A cycle that is called from outside would be replaced, and the new one has another address.',
    remedy: 'Tell who calls it, and run it with --allow-new-webhook-urls.',
  },
  'deletes-differ': {
    means: '--allow-deletes names another number than the plan has.',
    remedy: 'Look at the plan again and give the number that it shows.',
  },
  // apply
  'plan-stale': {
    means:
      'The manifest or the service has moved since the plan was made. Nothing of the account was touched.',
    remedy: 'Make a new plan and look at it.',
  },
  'plan-done': {
    means:
      'All that was planned for the account is there already: the plan was applied before, or another run did the same.',
    remedy: 'Nothing was touched, and nothing needs to be.',
  },
  'plan-invalid': {
    means: 'The file is no plan that this version applies, or it was changed.',
    remedy: 'Make it again with cyclectl plan --out FILE.',
  },
  'request-failed': {
    means: 'The service did not do what was asked. What depends on it was left out.',
    remedy: 'Read the message of the service, mend the cause and apply again.',
  },
  'not-offered': {
    means: 'The service has no such operation. What depends on it was left out; all else was done.',
    remedy:
      'Do it by hand in the console, or say in cyclectl.yaml what the service offers: service.contract.',
  },
  'outcome-unknown': {
    means: 'The answer to a request was lost, and what became of it could not be found out.',
    remedy: 'Run apply again: it looks first and does not repeat blindly.',
  },
  'drain-timeout': {
    means:
      'Running transactions of a paused cycle did not end in time. It was started again unchanged.',
    remedy: 'Try again when it is quiet, or raise limits.drainTimeout.',
  },
  interrupted: {
    means:
      'cyclectl was told to stop before the start of a cycle, or while it waited for running transactions of one.',
    remedy: 'cyclectl resume goes on with it; cyclectl resume --status shows what is open.',
  },
  'machine-trouble': {
    means:
      'In the middle of an account the store could not be used: it was locked, or its disk is full or damaged.',
    remedy: 'Mend what the message names and apply again: it looks at the service first.',
  },
  'own-mistake': {
    means: 'cyclectl has made a mistake in the middle of an account. What was open was closed.',
    remedy: 'Please report it with the text beneath it, and apply again.',
  },
  'left-paused': {
    means: 'A cycle was paused for a change and could not be started again.',
    remedy: 'Start it in the console or run apply again; customers wait for it.',
  },
  'single-run-unknown': {
    means:
      'A single run (schedule: once) may have been had, and nothing tells whether it was: the answer to its start was lost, or its cycle was stopped when it was due. It is not asked for again.',
    remedy:
      'Look at the runs of the cycle in the console. If it was had, or shall not be: cyclectl state settle ADDRESS done. If it shall be: write another moment in its schedule, and apply.',
  },
  'single-run-due': {
    means:
      'A cycle was to be stopped whose single run (schedule: once) is due or under way. It was left as it is.',
    remedy:
      'Apply again when the run is over. If the cycle runs on something else by now, because a person started it: stop it in the console and apply again.',
  },
  'single-run-overdue': {
    means:
      'A cycle was to be stopped for an edit that still runs although the time of its single run (schedule: once) is past: it runs on something else, because a person started it or it was bound so. Nothing in Git could start it again, so that it was left as it is.',
    remedy:
      'If it has its run only now, because somebody has started it: apply again when that is over. Else write the schedule that it shall run on, or stop it in the console if it shall rest, and apply again.',
  },
  'prerequisite-missing': {
    means:
      'The service says that the cycle lacks something that it needs to run. A plan that would start it is refused for its account. Where an apply meets it, the cycle stays paused; one that runs is not paused for an edit.',
    remedy: 'Map what the message names, or sign the connector in.',
  },
  'step-not-bound': {
    means:
      'The service did not bind the step to the connector that the manifest names. The cycle stays paused.',
    remedy: 'Bind it in the console; the next apply goes on.',
  },
  // verify
  'kept-another-value': {
    means: 'The service answered with success and holds another value than was sent.',
    remedy: 'Write the value that the service keeps, or ask its operator why.',
  },
} as const;
