import { useId } from 'react';

/** One text that a person types. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly isSecret?: true;
  readonly isRequired?: true;
  readonly charsMax: number;
}

/** What was typed, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;

/** What the daemon says of one field. */
export interface FieldFault {
  readonly field: string;
  readonly text: string;
}

interface TypedFieldsProps {
  readonly fields: readonly Field[];
  readonly typed: Typed;
  readonly fault?: FieldFault | null;
  readonly onType: (typed: Typed) => void;
}

/** A line for each field, with its label above it, and below it what is wrong there. */
export function TypedFields({ fields, typed, fault, onType }: TypedFieldsProps) {
  const id = useId();
  return fields.map(({ name, label, placeholder, isSecret, isRequired, charsMax }) => {
    const isWrong = fault?.field === name;
    return (
      <div key={name} className="alert-field">
        <label htmlFor={`${id}-${name}`} className="key-label">
          {label}
        </label>
        <input
          id={`${id}-${name}`}
          className="field"
          type={isSecret === true ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={charsMax}
          required={isRequired}
          placeholder={placeholder}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          value={typed[name] ?? ''}
          onChange={({ target }) => onType({ ...typed, [name]: target.value })}
        />
        {isWrong && (
          <p id={`${id}-fault`} className="dialog-fault">
            {fault.text}
          </p>
        )}
      </div>
    );
  });
}
