import { Input } from '@mantine/core'
import { useStrings } from '#web/strings/strings.ts'
import { lookOf, type InputProps } from './props.ts'

/** A kind that nobody types into yet: it is shown, and stays as it is. */
export function PendingField(props: Omit<InputProps, 'onChange'>) {
  const { none } = useStrings()
  const { label } = lookOf(props)
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div>{typeof props.value === 'string' && props.value !== '' ? props.value : none}</div>
    </Input.Wrapper>
  )
}
