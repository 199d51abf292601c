import { useState } from 'react';
import type { StackFrame } from '../../../schemas/event.ts';
import { EditorLink } from '../editor/editor-link.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { toPlace } from './to-place.ts';

interface FrameProps {
  readonly frame: StackFrame;
  readonly isOpenAtFirst: boolean;
}

/** One call: its function, its place, and the code around it where the event carries it. */
export function Frame({ frame, isOpenAtFirst }: FrameProps) {
  const { inApp, contextLine } = frame;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const title = <FrameTitle frame={frame} />;
  return (
    <div className="frame" data-own={inApp || undefined}>
      <div className="frame-row">
        {contextLine === undefined ? (
          <span className="frame-title">{title}</span>
        ) : (
          <button type="button" className="frame-title" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {title}
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          </button>
        )}
        <EditorLink frame={frame} />
      </div>
      {isOpen && contextLine !== undefined && <CodeContext frame={frame} contextLine={contextLine} />}
    </div>
  );
}

function FrameTitle({ frame }: { readonly frame: StackFrame }) {
  const { filename = '', function: name, lineno, colno, module, minified, sourcePath } = frame;
  const [folder, file] = toPlace(filename);
  const place = lineno === undefined ? '' : `:${lineno}${colno === undefined ? '' : `:${colno}`}`;
  return (
    <span className="frame-words">
      <span className="frame-function" title={module === undefined ? undefined : toVisible(module)}>
        {toVisible(name ?? '(no name)')}
      </span>
      <span className="frame-file" title={toVisible(sourcePath ?? filename)}>
        <span className="frame-folder">{folder}</span>
        {file}
        <span className="frame-place">{place}</span>
      </span>
      {minified !== undefined && <MinifiedPlace place={minified} />}
    </span>
  );
}

/** Where it was in the file that ran. */
function MinifiedPlace({ place }: { readonly place: NonNullable<StackFrame['minified']> }) {
  const { filename = '', function: name, lineno, colno } = place;
  const [, file] = toPlace(filename);
  const at = [lineno, colno].filter((part) => part !== undefined).join(':');
  const called = name === undefined ? '' : `${toVisible(name)} in `;
  return (
    <span className="frame-minified" title={toVisible(filename)}>
      built: {called}
      {file}
      {at !== '' && <span className="frame-place">:{at}</span>}
    </span>
  );
}

interface CodeContextProps {
  readonly frame: StackFrame;
  readonly contextLine: string;
}

function CodeContext({ frame: { lineno = 1, preContext = [], postContext = [] }, contextLine }: CodeContextProps) {
  const lines = [...preContext, contextLine, ...postContext];
  return (
    <pre className="code" tabIndex={0} role="region" aria-label={`Code around line ${lineno}`}>
      {lines.map((line, index) => (
        <span key={index} className="code-line" data-here={index === preContext.length || undefined}>
          <span className="code-number">{lineno - preContext.length + index}</span>
          <span>{toVisible(line) || ' '}</span>
        </span>
      ))}
    </pre>
  );
}
