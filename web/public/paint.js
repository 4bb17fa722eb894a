/* global document, localStorage */
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
})()
