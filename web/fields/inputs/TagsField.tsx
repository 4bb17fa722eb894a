import { TagsInput } from '@mantine/core'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { beside, type InputProps, lookOf } from './props.ts'
import { joinTags, splitTags } from './tags.ts'
import styles from './inputs.module.css'

/** Names kept in one text. What is pasted with separators or in lines becomes one name each. */
export function TagsField(props: InputProps<'tags'>) {
  const { form } = useStrings()
  const { separator } = props.field
  const look = lookOf(props)
  const names = splitTags(props.value, separator)
  return (
    <TagsInput
      {...look}
      {...thaanaField}
      classNames={{ inputField: styles.anyScript ?? '', pill: styles.pill ?? '' }}
      description={beside(look, form.tagsMore)}
      splitChars={[separator, '\n', '\t']}
      acceptValueOnBlur
      clearable={!props.readOnly && !props.disabled}
      value={names}
      onPaste={(event) => {
        const pasted = splitTags(event.clipboardData.getData('text/plain'), separator)
        if (pasted.length < 2) return
        event.preventDefault()
        props.onChange(joinTags([...names, ...pasted], separator))
      }}
      onChange={(list) => props.onChange(joinTags(list, separator))}
    />
  )
}
