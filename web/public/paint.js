/* global document, localStorage */
// Runs before anything is painted, as a file of its own because the page allows no inline script: the theme and the
// language that were chosen last time are there from the first frame. `web/platform/preferences/preferences.ts` says what may be kept.
;(function () {
  var root = document.documentElement
  var kept = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var theme = kept('theme')
  var english = kept('language') === 'en'
  root.setAttribute('data-theme', theme === 'dark' || theme === 'light' ? theme : 'mixed')
  root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light')
  root.lang = english ? 'en' : 'dv'
  root.dir = english ? 'ltr' : 'rtl'
})()
