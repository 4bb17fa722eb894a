import {
  type ComboboxLikeRenderOptionInput,
  type ComboboxRenderPillInput,
  Loader,
  MultiSelect,
  Pill,
  Select,
  TagsInput,
  InputBase,
} from '@mantine/core'
import { type InputEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { Chosen } from '#web/fields/values.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { FreeText, Isolated } from '#web/ui/Text.tsx'
import type { Strings } from '#web/platform/strings/types.ts'
import { Icon } from '#web/ui/icons.tsx'
import { NestedPicker, type NestedStrings } from '#web/ui/NestedPicker.tsx'
import { selectedRows, toOptions, optionLabel, useChoices, useUnchosen } from './useChoices.ts'
import { foundFilter, nameFilter, nameMatches } from './nameMatches.ts'
import { clearedByButton, descriptionWith, type InputProps, commonInputProps } from './props.ts'
import { useFirstOption } from './useFirstOption.ts'
import styles from './inputs.module.css'

/** Selects one row of another resource. */
export function SelectField(props: InputProps<'select'>) {
  return props.field.input === 'nestedselect' ? <NestedField {...props} /> : <PlainSelect {...props} />
}

function PlainSelect(props: InputProps<'select'>) {
  const { form } = useStrings()
  const selected = props.value
  // The label is there from the start: an editor selects it when it opens.
  const options = useSelectOptions(props, selected ? [selected] : [], selected ? optionLabel(selected) : '')
  const selectedByFirstClick = useSelectedByFirstClick()
  return (
    <Select
      {...commonInputProps(props)}
      {...options.inputProps}
      {...selectedByFirstClick}
      {...clearedByButton(!props.required && !props.readOnly, form.clearChoice)}
      value={selected ? String(selected.id) : null}
      searchValue={options.text}
      onSearchChange={options.setText}
      onChange={(value) => props.onChange(options.choose(value === null ? [] : [value])[0] ?? null)}
    />
  )
}

/** What is shown after the label of a choice. */
type DetailOf = (id: number) => ReactNode

type MultiselectProps = InputProps<'multiselect'> & { detailOf?: DetailOf }

/** Selects several rows of another resource, in the order of selection. */
export function MultiselectField({ detailOf, ...props }: MultiselectProps) {
  const options = useSelectOptions(props, props.value)
  return (
    <MultiSelect
      {...commonInputProps(props)}
      {...options.inputProps}
      {...(detailOf && { renderOption: ({ option }) => <ChoiceWithDetail option={option} detailOf={detailOf} /> })}
      {...(props.value.length > 0 && { placeholder: '' })}
      classNames={{ options: styles.options ?? '', inputField: styles.inputAfterPills ?? '' }}
      clearable={!props.readOnly}
      renderPill={(pill) => <ChoicePill {...pill} readOnly={props.readOnly} detailOf={detailOf} />}
      hidePickedOptions
      value={props.value.map(({ id }) => String(id))}
      searchValue={options.text}
      onSearchChange={options.setText}
      onChange={(values) => props.onChange(options.choose(values))}
    />
  )
}

/** The label of an option, which may be a case number. */
const ChoiceLabel = ({ label }: { label: string }) => (
  <bdi>
    <FreeText>{label}</FreeText>
  </bdi>
)

const renderOption = ({ option }: ComboboxLikeRenderOptionInput<{ label: string }>) => (
  <ChoiceLabel label={option.label} />
)

type OptionProps = { option: { value: unknown; label: string }; detailOf: DetailOf | undefined }

const ChoiceWithDetail = ({ option, detailOf }: OptionProps) => (
  <>
    <ChoiceLabel label={option.label} />
    {detailOf && <> {detailOf(Number(option.value))}</>}
  </>
)

type PillProps = ComboboxRenderPillInput & { readOnly: boolean; detailOf: DetailOf | undefined }

function ChoicePill({ option, onRemove, disabled, readOnly, detailOf }: PillProps) {
  return (
    <Pill withRemoveButton={!readOnly} {...(onRemove && { onRemove })} disabled={disabled ?? false}>
      <ChoiceWithDetail option={option} detailOf={detailOf} />
    </Pill>
  )
}

/** The click that focuses a select selects its text, as Tab does: what is typed replaces it. A drag selects what it covers. */
function useSelectedByFirstClick() {
  const wasFocused = useRef(false)
  return {
    onMouseDown: ({ currentTarget }: MouseEvent) => {
      wasFocused.current = currentTarget === document.activeElement
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      if (!wasFocused.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
    },
  }
}

/** The options of a select: loaded when it opens, searched here or by the server. */
function useSelectOptions(
  props: Pick<InputProps<'select' | 'multiselect'>, 'name' | 'resource' | 'field' | 'parent' | 'readOnly' | 'onBlur'>,
  selected: readonly Chosen[],
  initialText = '',
) {
  const { form } = useStrings()
  const [text, setText] = useState(initialText)
  const [isOpen, setOpen] = useState(false)
  const unchosen = useUnchosen(props.name)
  // The label of the selected row is not a search text.
  const searchOf = (typed: string) => (selected.some((one) => optionLabel(one) === typed) ? '' : typed)
  const search = searchOf(text)
  const { choices, isSearched, isLoading, isFailed, overflows } = useChoices({
    ...props,
    text: search,
    enabled: isOpen,
  })
  const enter = useFirstOption({
    isFiltered: () => search !== '',
    isStale: isSearched && isLoading,
    isLoading,
    setOpen,
  })
  const problem = isFailed && isOpen ? form.failed : unchosen.shown !== '' && form.notChosen(unchosen.shown)
  return {
    text,
    setText,
    choose: (values: readonly string[]) => {
      unchosen.type('')
      return selectedRows(values, choices, selected)
    },
    inputProps: {
      data: toOptions(isFailed ? [] : choices, selected),
      renderOption,
      filter: isSearched ? foundFilter(choices) : nameFilter,
      searchable: true,
      ...thaanaField,
      // Otherwise it would open with a form whose first field it is.
      openOnFocus: false,
      placeholder: props.readOnly ? '' : form.choose,
      nothingFoundMessage: isFailed ? form.failed : isLoading ? form.searching : form.nothing,
      withScrollArea: false,
      classNames: { options: styles.options ?? '' },
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => setOpen(false),
      onKeyDown: enter.onKeyDown,
      // Mantine also changes the text by itself: it clears that of a field that is left.
      onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => unchosen.type(searchOf(currentTarget.value).trim()),
      onBlur: () => {
        enter.cancel()
        unchosen.leave(search.trim())
        props.onBlur()
      },
      ...(isLoading && { rightSection: <Loader size={16} /> }),
      ...(overflows && isOpen && { description: form.moreChoices }),
      ...(problem && { error: <Isolated>{problem}</Isolated> }),
    },
  }
}

/** Names stored in one text. A pasted list is split at separators and line breaks. */
export function TagsField(props: InputProps<'tags'>) {
  const { form } = useStrings()
  const { separator } = props.field
  const inputProps = commonInputProps(props)
  const names = splitTags(props.value, separator)
  const [text, setText] = useState('')
  /** Backspace in the empty input makes the last name its text again, once for each press. It deletes white space as text. */
  const takeBack = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = names.at(-1)
    if (event.key !== 'Backspace' || event.nativeEvent.isComposing || last === undefined || props.readOnly) return
    // Mantine would remove the last name.
    if (text.trim() === '') event.stopPropagation()
    if (text !== '') return
    event.preventDefault()
    if (event.repeat) return
    setText(last)
    props.onChange(joinTags(names.slice(0, -1), separator))
  }
  return (
    <TagsInput
      {...inputProps}
      {...thaanaField}
      classNames={{ inputField: styles.anyScript ?? '' }}
      description={descriptionWith(inputProps, form.tagsMore)}
      splitChars={[separator, '\n', '\t']}
      acceptValueOnBlur
      allowDuplicates
      clearable={!props.readOnly && !props.disabled}
      value={names}
      searchValue={text}
      onSearchChange={setText}
      onKeyDown={takeBack}
      onPaste={(event) => {
        const pasted = splitTags(event.clipboardData.getData('text/plain'), separator)
        if (pasted.length < 2) return
        event.preventDefault()
        props.onChange(joinTags([...names, ...pasted], separator))
      }}
      onChange={(options) => props.onChange(joinTags(options, separator))}
    />
  )
}

const matchAll = () => true

/** A select whose options form a tree. */
function NestedField(props: InputProps<'select'>) {
  const { form } = useStrings()
  const { isOpen, open, setText, choices, isSearched, isLoading, isFailed, overflows } = useTreeOptions(props)
  const { autoComplete: _, readOnly, error, ...inputProps } = commonInputProps(props)
  return (
    <NestedPicker
      tree={isFailed ? [] : choices}
      chosen={props.value?.id}
      strings={stringsOf(form, isLoading)}
      // The results of a server search match already, perhaps by a field that is not shown.
      matches={isSearched ? matchAll : nameMatches}
      onType={setText}
      hint={overflows ? form.moreChoices : undefined}
      searchAttributes={thaanaField}
      isOpen={isOpen}
      onOpen={open}
      onChoose={({ id, name }) => {
        props.onChange({ id, name })
        open(false)
      }}
    >
      <InputBase
        {...inputProps}
        component="button"
        type="button"
        pointer
        disabled={inputProps.disabled || readOnly}
        error={isFailed && isOpen ? form.failed : error}
        rightSection={<Icon name="down" size={16} />}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {props.value?.name ?? form.choose}
      </InputBase>
    </NestedPicker>
  )
}

/** The options, loaded when the list opens. Opening and closing clear the search text. */
function useTreeOptions(props: InputProps<'select'>) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const open = (next: boolean) => {
    setOpen(next)
    setText('')
  }
  return { ...useChoices({ ...props, text, enabled: isOpen }), isOpen, open, setText }
}

/** While loading, "searching" instead of "nothing found". */
const stringsOf = ({ nested, searching, nothing, noItems }: Strings['form'], isLoading: boolean): NestedStrings => ({
  ...nested,
  nothing: isLoading ? searching : nothing,
  noItems: isLoading ? searching : noItems,
})

/** Splits a text into names at the separator, tabs, and line breaks. Two people can have one name. */
export const splitTags = (text: string, separator: string): string[] =>
  text
    .split(/[\n\r\t]+/)
    .flatMap((line) => line.split(separator))
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')

/** Joins names into the stored text. A name that contains the separator becomes two names. */
export const joinTags = (names: readonly string[], separator: string) =>
  splitTags(names.join(separator), separator).join(separator)
