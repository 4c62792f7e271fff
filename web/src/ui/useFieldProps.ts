import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useSchemaMessage } from './useSchemaMessage.ts';

/** Ties a text field to a form: `<TextField {...field('email')} />`; errors come out in the user's language. */
export function useFieldProps<T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>) {
  const sentence = useSchemaMessage();
  return (name: FieldPath<T>) => {
    const { ref, ...registered } = form.register(name);
    const { error } = form.getFieldState(name, form.formState);
    return { ...registered, inputRef: ref, error: error !== undefined, helperText: sentence(error?.message) };
  };
}
