import { useState } from 'react';
import type { ProjectSettings } from '../../../schemas/project-settings.ts';
import { isRegrouping, useGroupingChange, usePreview } from '../api/grouping.ts';
import { Button } from '../ui/button.tsx';
import { toAmount, toCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Segments } from '../ui/segments.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toasts.ts';
import './grouping.css';
import { PreviewChanges } from './preview-changes.tsx';
import { ProjectChoice } from './project-choice.tsx';
import { Section } from './section.tsx';
import { SettingsOf } from './settings-of.tsx';

const VERSIONS = [
  { value: '1', label: 'Version 1' },
  { value: '2', label: 'Version 2' },
] as const;

/** By which rule the events of a project are one error, and what the other rule would make of them. */
export function GroupingSection() {
  return (
    <Section title="Grouping" note="Version 1 is exact; version 2 follows the fix. It can be taken back.">
      <ProjectChoice what="grouping">
        {(name) => (
          <SettingsOf key={name} name={name}>
            {(settings) => <GroupingForm key={settings.grouping} name={name} settings={settings} />}
          </SettingsOf>
        )}
      </ProjectChoice>
    </Section>
  );
}

function GroupingForm({ name, settings }: { readonly name: string; readonly settings: ProjectSettings }) {
  const current = settings.grouping === 2 ? '2' : '1';
  const [picked, setPicked] = useState<'1' | '2'>(current);
  const isOther = picked !== current;
  const { isRunning, fault, run } = useGroupingChange(name);
  const choose = async (): Promise<void> => {
    if (!(await run(Number(picked)))) return;
    showToast({ key: 'grouping', tone: 'good', text: `${toVisible(name)} is grouped by version ${picked}` });
  };
  return (
    <div className="grouping-choice">
      <Segments label="Version of the grouping" value={picked} options={VERSIONS} onChange={setPicked} />
      {!isOther && <Progress settings={settings} />}
      {isOther && <Preview name={name} version={Number(picked)} />}
      {fault !== null && (
        <p className="settings-fault" role="alert">
          {fault}
        </p>
      )}
      {isOther && (
        <div className="limits-end">
          <p className="limits-usage">
            {picked === '1'
              ? 'The errors of version 1 come back with their ids and statuses.'
              : 'Ids and statuses of today are kept for the way back.'}
          </p>
          <Button kind="primary" disabled={isRunning} onClick={() => void choose()}>
            {isRunning ? 'Choosing …' : `Use version ${picked}`}
          </Button>
        </div>
      )}
    </div>
  );
}

function Progress({ settings }: { readonly settings: ProjectSettings }) {
  const { regroup } = settings;
  if (regroup === null) return null;
  const done = `${toAmount(regroup.groups, 'error')} looked at, ${toAmount(regroup.movedEvents, 'event')} moved`;
  return (
    <p className="limits-usage num" role="status">
      {isRegrouping(settings) || regroup.finishedAt === undefined ? (
        `Grouping what is stored: ${done}, ${toCount(regroup.waitingGroups)} to go.`
      ) : (
        <>
          Grouped what was stored <RelativeTime at={regroup.finishedAt} />: {done}.
        </>
      )}
    </p>
  );
}

function Preview({ name, version }: { readonly name: string; readonly version: number }) {
  const { data, error, refetch } = usePreview({ projectId: name, version });
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="6rem" />;
  return (
    <div className="preview" role="status">
      <PreviewChanges figures={data} />
      <p className="limits-usage num">
        Looked at {toAmount(data.looked.events, 'event')} of {toAmount(data.looked.groups, 'error')}
        {data.looked.isWhole ? ', all that is stored.' : ', the newest of what is stored.'}
      </p>
    </div>
  );
}
