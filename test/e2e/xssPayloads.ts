/** Hostile HTML of known kinds. `RUN` is replaced by a script that reports the payload. */
const vectors = [
  ...['<script>RUN</script>', '<script src="data:text/javascript,RUN"></script>', '<svg><script>RUN</script></svg>'],
  ...['<img src=x onerror="RUN">', '<image src=x onerror="RUN">', '<img srcset=x onerror="RUN">', '<svg onload="RUN">'],
  ...[
    '<svg><image href=x onerror="RUN"></svg>',
    '<svg><set onbegin="RUN"></svg>',
    '<svg><animate onbegin="RUN" attributeName=x dur=1s>',
  ],
  ...[
    '<body onload="RUN">',
    '<body onpageshow="RUN">',
    '<iframe src="javascript:RUN"></iframe>',
    '<iframe onload="RUN"></iframe>',
  ],
  ...[
    '<iframe srcdoc="<img src=x onerror=&quot;RUN&quot;>"></iframe>',
    '<object data="data:text/html,<b>" onerror="RUN"></object>',
  ],
  ...[
    '<video src=x onerror="RUN"></video>',
    '<video><source src=x onerror="RUN"></video>',
    '<audio src=x onerror="RUN"></audio>',
  ],
  ...[
    '<input autofocus onfocus="RUN">',
    '<textarea autofocus onfocus="RUN"></textarea>',
    '<select autofocus onfocus="RUN"></select>',
  ],
  ...['<details open ontoggle="RUN"><summary>a</summary></details>', '<link rel=stylesheet href=x onerror="RUN">'],
  ...[
    '<style>@keyframes k{}</style><b style="animation:k 1ms" onanimationstart="RUN">b</b>',
    '<style onload="RUN"></style>',
  ],
  ...[
    '<object data="javascript:RUN"></object>',
    '<embed src="javascript:RUN">',
    '<img src=x onerror=RUN//',
    '"><img src=x onerror="RUN">',
  ],
  ...[
    '\'><svg onload="RUN">',
    '</textarea><img src=x onerror="RUN">',
    '--><img src=x onerror="RUN">',
    '</title><svg onload="RUN">',
  ],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=RUN>"></noscript>',
    '<math><mtext><table><mglyph><style><img src=x onerror="RUN"></style>',
  ],
  ...[
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror="RUN">',
    '<template><img src=x onerror="RUN"></template>',
  ],
  ...[
    '<p data-pm-slice="0 0 []"><img src=x onerror="RUN"></p>',
    '<sup data-footnote="a" data-content="x"><img src=x onerror="RUN"></sup>',
  ],
  ...[
    '<a href="javascript:RUN">a</a>',
    '<a href=" java\nscript:RUN">a</a>',
    '<a href="data:text/html,<script>RUN</script>">a</a>',
  ],
  ...[
    '<form action="javascript:RUN"><button>a</button></form>',
    '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  ],
  ...['<bdi data-case-number="&quot;><img src=x onerror=RUN>"><img src=x onerror="RUN"></bdi>'],
  ...[
    '<span data-annotation="k" data-content="<img src=x onerror=RUN>" data-type="general" data-category="usul">a</span>',
  ],
]

type Variant = (html: string) => string

/** Ways past filters that look for text: other case, other separators, entities, and a comment before. */
const variants: readonly Variant[] = [
  (html) => html,
  (html) => html.replace(/<(\/?)([a-z]+)/g, (_, slash: string, tag: string) => `<${slash}${mixed(tag)}`),
  (html) => html.replace(/<([a-z]+) /g, '<$1/').replace(/ (on[a-z]+)=/g, (_, name: string) => `\n${mixed(name)}\t=\t`),
  (html) => html.replace(/="RUN"/g, '="&#x52;UN"').replace(/javascript:/g, 'java&Tab;script&colon;'),
  (html) => `<!-- > -->${html}`,
]

const mixed = (name: string) =>
  name.replace(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter))

/** The payloads; `top.ran` of the page is called with the number of one that runs. */
export const payloads = variants.flatMap((variant, row) =>
  vectors.map((vector, column) => {
    const call = `top.ran(${row * vectors.length + column})`
    return variant(vector).replaceAll('&#x52;UN', call.replace('t', '&#x74;')).replaceAll('RUN', call)
  }),
)
