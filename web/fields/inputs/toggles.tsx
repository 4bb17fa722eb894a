import { useId } from 'react'
import { Checkbox, Group, Input, Radio, Select, Switch } from '@mantine/core'
import { choiceName } from '#web/fields/values.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { clearedByButton, type InputProps, commonInputProps } from './props.ts'
import styles from './inputs.module.css'

/** A switch with the label of its state. */
export function SwitchField(props: InputProps<'switch'>) {
  const descriptionId = useId()
  if (props.field.input === 'checkbox') return <CheckboxField {...props} />
  const { label, description, error, name, disabled, onBlur, inputWrapperOrder } = commonInputProps(props)
  return (
    <Input.Wrapper
      {...{ label, description, error, inputWrapperOrder }}
      descriptionProps={{ id: descriptionId }}
      labelElement="div"
      id={`${name}-of`}
    >
      <Switch
        aria-describedby={description && descriptionId}
        className={styles.switch ?? ''}
        name={name}
        aria-label={label}
        label={switchLabel(props.field, props.value, props.language)}
        disabled={disabled || props.readOnly}
        checked={props.value}
        onBlur={onBlur}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </Input.Wrapper>
  )
}

function CheckboxField(props: InputProps<'switch'>) {
  const { label, description, error, name, disabled, onBlur } = commonInputProps(props)
  return (
    <Checkbox
      label={label}
      description={description}
      error={error}
      name={name}
      disabled={disabled || props.readOnly}
      checked={props.value}
      onBlur={onBlur}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

/** A select with fixed choices. */
export function ChoiceField(props: InputProps<'choice'>) {
  const { form } = useStrings()
  if (props.field.input === 'radio') return <RadioField {...props} />
  return (
    <Select
      {...commonInputProps(props)}
      data={props.field.choices.map((choice) => ({ value: choice, label: choiceName(choice) }))}
      value={props.value}
      placeholder={props.readOnly ? '' : form.choose}
      {...clearedByButton(!props.required && !props.readOnly, form.clearChoice)}
      withScrollArea={false}
      classNames={{ options: styles.options ?? '' }}
      onChange={(value) => props.onChange(value)}
    />
  )
}

function RadioField(props: InputProps<'choice'>) {
  const { autoComplete: _, readOnly, disabled, ...inputProps } = commonInputProps(props)
  return (
    <Radio.Group {...inputProps} value={props.value} onChange={(value) => props.onChange(value)}>
      <Group className={styles.radios ?? ''}>
        {props.field.choices.map((choice) => (
          <Radio key={choice} value={choice} disabled={disabled || readOnly} label={choiceName(choice)} />
        ))}
      </Group>
    </Radio.Group>
  )
}
