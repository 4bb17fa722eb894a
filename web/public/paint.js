/* global document, localStorage, window */
// Sets the stored theme and language before the first paint. A separate file, because the Content Security Policy allows no
// inline script. `web/platform/preferences/preferences.ts` defines the keys and values.
;(function () {
  var root = document.documentElement
  var stored = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var theme = stored('theme')
  var english = stored('language') === 'en'
  root.setAttribute('data-theme', theme === 'dark' || theme === 'light' ? theme : 'mixed')
  root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light')
  root.lang = english ? 'en' : 'dv'
  root.dir = english ? 'ltr' : 'rtl'

  // The scripts of the page may not arrive, or be too new for the browser: without a message the ring would turn forever.
  var showFailure = function (event) {
    var page = document.getElementById('root')
    var message = document.getElementById('not-loaded')
    var isScript = event.target === window || event.target.tagName === 'SCRIPT'
    if (isScript && message && page && !page.firstChild) page.appendChild(message.content.cloneNode(true))
  }
  window.addEventListener('error', showFailure, true)
  window.addEventListener('unhandledrejection', showFailure)
})()
